import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { cx } from './cx.ts';

export interface ToastMessage {
  title: string;
  text?: string;
  tone?: 'neutral' | 'good' | 'bad';
  action?: { label: string; run(): void };
}

type ShowToast = (message: ToastMessage) => void;

const ToastContext = createContext<ShowToast>(() => undefined);

/** Returns a function that shows a short message for 4 s (spec part 1, section 4). */
export function useToast(): ShowToast {
  return useContext(ToastContext);
}

const edges = { neutral: 'border-l-line-strong', good: 'border-l-good', bad: 'border-l-bad' } as const;

/** Holds the messages on screen, newest at the bottom; F8 moves the focus to them. */
export function ToastProvider({ dismissLabel, children }: { dismissLabel: string; children: ReactNode }) {
  const [messages, setMessages] = useState<readonly (ToastMessage & { id: number })[]>([]);
  const show = useCallback<ShowToast>((message) => {
    setMessages((now) => [...now.slice(-3), { ...message, id: (now.at(-1)?.id ?? 0) + 1 }]);
  }, []);
  const remove = (id: number) => setMessages((now) => now.filter((message) => message.id !== id));

  return (
    <ToastContext value={show}>
      <Radix.Provider duration={4000} swipeDirection="right">
        {children}
        {messages.map((message) => (
          <Radix.Root
            key={message.id}
            type={message.tone === 'bad' ? 'foreground' : 'background'}
            onOpenChange={(open) => !open && remove(message.id)}
            className={cx(
              'elevated grid animate-rise grid-cols-[1fr_auto] items-start gap-x-3 rounded-lg border-l-4 p-3 pl-4',
              edges[message.tone ?? 'neutral'],
            )}
          >
            <div className="min-w-0">
              <Radix.Title className="font-medium">{message.title}</Radix.Title>
              {message.text !== undefined && (
                <Radix.Description className="mt-1 break-words text-ink-soft text-sm">
                  {message.text}
                </Radix.Description>
              )}
              {message.action !== undefined && (
                <Radix.Action
                  altText={message.action.label}
                  onClick={message.action.run}
                  className="mt-2 font-medium text-accent-ink text-sm hover:underline"
                >
                  {message.action.label}
                </Radix.Action>
              )}
            </div>
            <Radix.Close
              aria-label={dismissLabel}
              className="grid size-7 place-items-center rounded-sm text-ink-soft hover:bg-hover hover:text-ink"
            >
              <X className="size-4" />
            </Radix.Close>
          </Radix.Root>
        ))}
        <Radix.Viewport className="fixed right-4 bottom-4 z-50 flex w-96 max-w-[calc(100vw-32px)] flex-col gap-2 outline-none max-sm:bottom-20" />
      </Radix.Provider>
    </ToastContext>
  );
}
