/**
 * Makes an instance of a kernel module. What a kernel says of its input is a status that it returns; a trap
 * (`WebAssembly.RuntimeError`) or `abort` (a broken invariant inside it) says nothing of the input. Bindings let both
 * pass, so that the task ends with `task.failed` and keeps the cause.
 * The caller knows the module's exports and names their type.
 */
export function instantiate<Exports>(module: WebAssembly.Module): Exports {
  const abort = (_message: number, _file: number, line: number, column: number): never => {
    throw new Error(`kernel aborted at ${line}:${column}`);
  };
  return new WebAssembly.Instance(module, { env: { abort } }).exports as unknown as Exports;
}
