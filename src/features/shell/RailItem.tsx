import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '#ui/cx.ts';
import { Tooltip } from '#ui/Tooltip.tsx';

/** Classes of an item of the rail, for links and buttons. */
export const railItemClass = cx(
  'relative grid size-11 shrink-0 place-items-center rounded-md text-ink-soft transition-colors',
  'hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink',
  'data-[state=open]:bg-hover [&_svg]:size-5',
);

/** The router marks a link as current at its own address only; addresses below it are handled here. */
const exactly = { exact: true, includeSearch: false } as const;

interface RailLinkProps {
  to: '/create' | '/projects/list';
  label: string;
  icon: ReactNode;
  /** The item is shown as current also below its own address. */
  isCurrent: boolean;
  search?: Record<string, string>;
}

/** A link of the rail with its name as tooltip. */
export function RailLink({ to, label, icon, isCurrent, search }: RailLinkProps) {
  return (
    <Tooltip label={label} side="right">
      <Link
        to={to}
        {...(search === undefined ? {} : { search })}
        aria-label={label}
        aria-current={isCurrent ? 'page' : undefined}
        activeOptions={exactly}
        activeProps={{}}
        className={railItemClass}
      >
        {icon}
      </Link>
    </Tooltip>
  );
}

interface RailButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  label: string;
  icon: ReactNode;
}

/** A button of the rail with its name as tooltip. */
export function RailButton({ label, icon, ...rest }: RailButtonProps) {
  return (
    <Tooltip label={label} side="right">
      <button {...rest} type="button" aria-label={label} className={railItemClass}>
        {icon}
      </button>
    </Tooltip>
  );
}
