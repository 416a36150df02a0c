import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Logo } from './Logo.tsx';

const step = 22;
const lines = 40;

/** Radius of contour `k` at an angle: a hill whose ridges turn slowly with height, so that lines never cross. */
function radius(k: number, angle: number): number {
  const wave =
    0.18 * Math.sin(2 * angle + 0.02 * k) +
    0.09 * Math.sin(3 * angle - 0.03 * k) +
    0.04 * Math.sin(5 * angle + 0.04 * k);
  return k * step * (1 + wave);
}

function contourPath(k: number): string {
  const points = Array.from({ length: 90 }, (_, index) => {
    const angle = (index / 90) * 2 * Math.PI;
    const r = radius(k, angle);
    return `${(r * Math.cos(angle)).toFixed(1)} ${(r * Math.sin(angle) * 0.8).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}

const paths = Array.from({ length: lines }, (_, index) => ({ k: index + 1, d: contourPath(index + 1) }));

/** The ground of the sign-in page: contour lines, every fifth an index contour. Decorative. */
function ContourBackdrop() {
  return (
    <svg
      viewBox="-600 -400 1200 800"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="absolute inset-0 size-full text-line"
    >
      <g transform="translate(210 40)" fill="none" stroke="currentColor">
        {paths.map(({ k, d }) => (
          <path key={k} d={d} strokeWidth={k % 5 === 0 ? 1.6 : 0.7} />
        ))}
      </g>
    </svg>
  );
}

interface StartFrameProps {
  /** The product's. */
  name: string;
  /** Room for more than a short form. */
  isWide?: boolean;
  children: ReactNode;
}

/** The frame of start screens: the product's name over contour lines. */
export function StartFrame({ name, isWide = false, children }: StartFrameProps) {
  return (
    <main className="relative grid h-full place-items-center overflow-y-auto px-4 py-8">
      <ContourBackdrop />
      <div className={cx('relative w-full', isWide ? 'max-w-md' : 'max-w-sm')}>
        <div className="mb-6 flex items-center gap-3">
          <Logo className="size-8" />
          <span className="font-semibold text-xl tracking-tight">{name}</span>
        </div>
        {children}
      </div>
    </main>
  );
}
