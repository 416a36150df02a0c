/** Line weights of CAD, millimetres on paper. */
export const lineWeights = [0.13, 0.18, 0.25, 0.35, 0.5, 0.7, 1, 1.4, 2] as const;
