/**
 * Abort reason of work that continues elsewhere: its worker shuts down or has lost the lease, and another worker, or
 * this one after a restart, continues. External state of the work, such as a task at a service, must not be removed
 * then.
 */
export class WorkerShutdown extends DOMException {
  constructor() {
    super('the work goes on elsewhere', 'AbortError');
  }
}
