/**
 * Why work is stopped that goes on elsewhere: in another worker, or when this one starts again. What was left to it
 * outside, such as a task at a service, must not be given up then.
 */
export class HandedOn extends DOMException {
  constructor() {
    super('the work goes on elsewhere', 'AbortError');
  }
}
