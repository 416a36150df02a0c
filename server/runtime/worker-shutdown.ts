/**
 * Why work is stopped that goes on elsewhere: its worker shuts down or has lost the lease, and another worker, or this
 * one when it starts again, goes on. What the work has outside, such as a task at a service, must not be removed then.
 */
export class WorkerShutdown extends DOMException {
  constructor() {
    super('the work goes on elsewhere', 'AbortError');
  }
}
