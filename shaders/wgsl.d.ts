declare module '*.wgsl' {
  /** The shader's text with its imports resolved. */
  export const code: string;
}
