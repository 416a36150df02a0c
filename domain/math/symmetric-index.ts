/** Index of an entry of a symmetric 3 × 3 matrix among xx xy xz yy yz zz. */
export const symmetricIndex = (i: number, j: number): number => [0, 1, 2, 1, 3, 4, 2, 4, 5][3 * i + j]!;
