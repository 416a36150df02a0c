import { dropZoneAttribute } from '#ui/DropZone.tsx';

/**
 * Prevents the browser from opening a file that is dropped outside the drop zones (spec part 1, section 2). Returns a
 * disposer.
 */
export function suppressDrops(target: Window): () => void {
  const suppress = (event: DragEvent) => {
    const element = event.target instanceof Element ? event.target : null;
    if (element?.closest(`[${dropZoneAttribute}]`)) return;
    event.preventDefault();
    if (event.dataTransfer !== null) {
      event.dataTransfer.dropEffect = 'none';
      event.dataTransfer.effectAllowed = 'none';
    }
  };
  target.addEventListener('dragover', suppress);
  target.addEventListener('drop', suppress);
  return () => {
    target.removeEventListener('dragover', suppress);
    target.removeEventListener('drop', suppress);
  };
}
