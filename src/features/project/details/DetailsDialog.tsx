import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Facts } from '#ui/Table.tsx';
import type { Viewer } from '../viewer.ts';
import type { FactGroup } from './fact.ts';
import { factGroups } from './fact-groups.tsx';
import { NoticeChoice } from './NoticeChoice.tsx';
import { SensorPhotos } from './SensorPhotos.tsx';

interface DetailsDialogProps {
  project: Project;
  viewer: Viewer;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** All facts of a project that are not shown elsewhere, in groups. */
export function DetailsDialog({ project, viewer, open, onOpenChange }: DetailsDialogProps) {
  const text = useText();
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={onOpenChange}
      title={text.t('projectDetails.title')}
      closeLabel={text.t('close')}
    >
      <div className="flex flex-col gap-5 pb-4">
        {open && factGroups(project, viewer, text).map((group) => <Group key={group.title} group={group} />)}
        {open && !project.is_lidar && <SensorPhotos project={project} />}
        {open && <NoticeChoice project={project} viewer={viewer} />}
      </div>
    </Dialog>
  );
}

function Group({ group: { title, facts } }: { group: FactGroup }) {
  return (
    <section aria-label={title}>
      <h3 className="border-line border-b pb-1 font-semibold">{title}</h3>
      <Facts facts={facts} />
    </section>
  );
}
