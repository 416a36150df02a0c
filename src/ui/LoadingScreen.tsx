import { Logo } from './Logo.tsx';

/** The whole window while the account and the texts load: the mark, pulsing. */
export function LoadingScreen({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid h-full min-h-40 place-items-center">
      <Logo className="size-12 animate-pulse-soft text-ink-soft" />
    </div>
  );
}
