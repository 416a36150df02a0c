import { Toolbar as Radix } from 'radix-ui';
import type { ComponentProps, FocusEvent, ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';

interface ToolbarProps {
  label: string;
  orientation: 'horizontal' | 'vertical';
  className?: string;
  children: ReactNode;
}

/** Buttons that one press of Tab reaches together; arrow keys, Home and End go from one to another. */
export function Toolbar({ label, ...rest }: ToolbarProps) {
  return <Radix.Root aria-label={label} onFocus={handOn} {...rest} />;
}

/** A group keeps the focus after a press of the button that was already focused. */
function handOn({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  if (target !== currentTarget) return;
  const current = currentTarget.querySelector<HTMLElement>('button[tabindex="0"]');
  (current ?? currentTarget.querySelector<HTMLElement>('button:enabled'))?.focus();
}

/** An icon button of a toolbar. */
export function ToolButton(props: ComponentProps<typeof IconButton>) {
  return (
    <Radix.Button asChild disabled={props.disabled ?? false}>
      <IconButton {...props} />
    </Radix.Button>
  );
}
