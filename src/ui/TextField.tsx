import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string;
  /** Help under the field; replaced by an error. */
  hint?: string;
  /** What is wrong with the value; marks the field invalid. */
  error?: string | undefined;
  /** Inside the field, at its end: a unit, a button. */
  trailing?: ReactNode;
}

export const fieldClass =
  'h-9 w-full rounded-md border border-line-strong/70 bg-panel px-3 text-base text-ink placeholder:text-ink-faint ' +
  'transition-colors hover:border-line-strong focus:border-accent focus:outline-2 focus:outline-accent focus:-outline-offset-1 ' +
  'disabled:opacity-50 aria-invalid:border-bad aria-invalid:focus:outline-bad pointer-coarse:h-11';

/** A labelled line of text. The line under it is always present, so an error causes no layout shift. */
export function TextField({ label, hint, error, trailing, className, ...rest }: TextFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="font-medium text-ink-soft text-sm">
        {label}
      </label>
      <div className="relative">
        <input
          {...rest}
          id={id}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={note === undefined ? undefined : noteId}
          className={cx(fieldClass, trailing !== undefined && 'pr-10')}
        />
        {trailing !== undefined && (
          <div className="absolute inset-y-0 right-1 grid place-items-center text-ink-soft">{trailing}</div>
        )}
      </div>
      <p
        id={noteId}
        role={error === undefined ? undefined : 'alert'}
        className={cx('min-h-5 text-sm', error === undefined ? 'text-ink-faint' : 'text-bad')}
      >
        {note}
      </p>
    </div>
  );
}
