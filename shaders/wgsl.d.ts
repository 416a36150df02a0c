declare module '*.wgsl' {
  /** The shader's text with its imports put in. */
  export const code: string;
}
