/**
 * Creates an instance of a kernel module. A kernel reports invalid input by a status code; a trap
 * (`WebAssembly.RuntimeError`) or `abort` (a broken invariant inside it) is no statement about the input. Bindings do
 * not catch these, so that the task ends with `task.failed` and keeps the cause. The caller supplies the type of the
 * module's exports.
 */
export function instantiate<Exports>(module: WebAssembly.Module): Exports {
  const abort = (_message: number, _file: number, line: number, column: number): never => {
    throw new Error(`kernel aborted at ${line}:${column}`);
  };
  return new WebAssembly.Instance(module, { env: { abort } }).exports as unknown as Exports;
}
