import { Link, useLocation } from '@tanstack/react-router';
import { FolderOpen, Plus, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '#i18n/use-text.ts';
import { cx } from '#ui/cx.ts';
import { Logo } from '#ui/Logo.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import { RailButton, RailLink } from './RailItem.tsx';

/** A recently opened project. */
export interface RecentProject {
  readonly pk: number;
  readonly name: string;
  readonly thumbnailUrl: string | null;
}

interface RailProps {
  /** Kept in the link to the list. */
  lastSearch: string;
  recentProjects: readonly RecentProject[];
  onOpenSettings(): void;
  /** The account's menu; absent in editions without accounts. */
  accountMenu?: ReactNode;
}

/** The navigation: a column at the left, a bar at the bottom of a phone, where recent projects are left out. */
export function Rail({ lastSearch, recentProjects, onOpenSettings, accountMenu }: RailProps) {
  const { t } = useText();
  const { pathname } = useLocation();
  return (
    <nav
      aria-label={t('navigation.label')}
      className="flex shrink-0 items-center border-line bg-panel max-sm:order-last max-sm:h-14 max-sm:justify-around max-sm:border-t max-sm:px-2 sm:w-16 sm:flex-col sm:gap-1 sm:border-r sm:pb-3"
    >
      <Link
        to="/projects/list"
        aria-label={t('productName')}
        className="grid h-14 w-full place-items-center text-ink max-sm:hidden"
      >
        <Logo className="size-7" />
      </Link>
      <RailLink
        to="/create"
        label={t('navigation.create')}
        icon={<Plus />}
        isCurrent={pathname.startsWith('/create')}
      />
      <RailLink
        to="/projects/list"
        label={t('navigation.projects')}
        icon={<FolderOpen />}
        {...(lastSearch === '' ? {} : { search: { search: lastSearch } })}
        isCurrent={pathname.startsWith('/projects/list')}
      />
      {recentProjects.length > 0 && (
        <ul
          aria-label={t('navigation.recentProjects')}
          className="mt-2 hidden flex-col gap-2 border-line border-t pt-3 sm:flex"
        >
          {recentProjects.map((project) => (
            <li key={project.pk}>
              <RecentLink project={project} isCurrent={pathname.split('/')[2] === String(project.pk)} />
            </li>
          ))}
        </ul>
      )}
      <div className="hidden flex-1 sm:block" />
      <RailButton label={t('navigation.settings')} icon={<Settings />} onClick={onOpenSettings} />
      {accountMenu}
    </nav>
  );
}

function RecentLink({ project, isCurrent }: { project: RecentProject; isCurrent: boolean }) {
  return (
    <Tooltip label={project.name} side="right">
      <Link
        to="/projects/$pk"
        params={{ pk: String(project.pk) }}
        aria-label={project.name}
        aria-current={isCurrent ? 'page' : undefined}
        activeProps={{}}
        className={cx(
          'grid size-9 place-items-center overflow-hidden rounded-md bg-hover font-semibold text-ink-soft text-xs uppercase',
          'outline-offset-2 hover:outline-2 hover:outline-line-strong aria-[current=page]:outline-2 aria-[current=page]:outline-accent',
        )}
      >
        {project.thumbnailUrl === null ? (
          <span data-initials={project.name.slice(0, 2)} className="before:content-[attr(data-initials)]" />
        ) : (
          <img src={project.thumbnailUrl} alt="" className="size-full object-cover" />
        )}
      </Link>
    </Tooltip>
  );
}
