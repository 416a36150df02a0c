/** Keys to press, as labelled on a keyboard. */
export function Keys({ children }: { children: string }) {
  return (
    <kbd className="whitespace-nowrap rounded-sm border border-line px-1.5 font-sans text-ink-soft text-sm">
      {children}
    </kbd>
  );
}
