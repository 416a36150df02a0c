import { type ComponentProps, useId } from 'react';
import { cx } from './cx.ts';
import { fieldClass } from './TextField.tsx';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string;
  /** Help under the field; an error takes its place. */
  hint?: string;
  /** What is wrong with the value; marks the field invalid. */
  error?: string | undefined;
}

/** A labelled text of several lines. The line under it is always there, so an error moves nothing. */
export function TextArea({ label, hint, error, className, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="font-medium text-ink-soft text-sm">
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-note`}
        className={cx(fieldClass, 'h-auto pointer-coarse:h-auto py-2 font-mono text-sm')}
      />
      <p
        id={`${id}-note`}
        role={error === undefined ? undefined : 'alert'}
        className={cx('min-h-5 break-words text-sm', error === undefined ? 'text-ink-faint' : 'text-bad')}
      >
        {error ?? hint}
      </p>
    </div>
  );
}
