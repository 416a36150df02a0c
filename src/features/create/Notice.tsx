import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** A boxed warning or error. */
export function Notice({ tone, children }: { tone: 'warn' | 'bad'; children: ReactNode }) {
  const Icon = tone === 'warn' ? TriangleAlert : CircleAlert;
  return (
    <div
      className={`flex gap-2 rounded-md p-3 text-sm ${tone === 'warn' ? 'bg-warn-soft text-warn' : 'bg-bad-soft text-bad'}`}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 select-text break-words">{children}</span>
    </div>
  );
}
