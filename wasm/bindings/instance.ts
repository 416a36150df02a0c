/**
 * Makes an instance of a kernel module. A kernel's `abort` (a broken invariant inside it) becomes an error.
 * The caller knows the module's exports and names their type.
 */
export function instantiate<Exports>(module: WebAssembly.Module): Exports {
  const abort = (_message: number, _file: number, line: number, column: number): never => {
    throw new Error(`kernel aborted at ${line}:${column}`);
  };
  return new WebAssembly.Instance(module, { env: { abort } }).exports as unknown as Exports;
}
