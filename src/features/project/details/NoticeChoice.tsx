import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#api/api-context.ts';
import { bootstrapQuery, queryKeys } from '#api/queries.ts';
import { routes } from '#contract/routes/table.ts';
import { type NoticeSettings, noticeKinds } from '#contract/rules/notices.ts';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Facts } from '#ui/Table.tsx';
import { mayManage, type Viewer } from '../viewer.ts';

/** Mail to the owner: editable with permission, else read-only; hidden where there is no mail. */
export function NoticeChoice({ project, viewer }: { project: Project; viewer: Viewer }) {
  const { t, errorText } = useText();
  const { client } = useApi();
  const cache = useQueryClient();
  const mail = useQuery(bootstrapQuery(client)).data?.mail ?? 'none';
  const change = useMutation({
    mutationFn: (body: NoticeSettings) =>
      client.call(routes.projectModify, { params: { pk: project.pk }, body }),
    onSuccess: (changed) => cache.setQueryData(queryKeys.project(project.pk), changed),
  });
  if (mail === 'none') return null;
  const title = t('notices.title');
  const chosen = change.isPending ? change.variables : {};
  return (
    <section aria-label={title}>
      <h3 className="border-line border-b pb-1 font-semibold">{title}</h3>
      {mayManage(project, viewer) ? (
        <div className="pt-1">
          {noticeKinds.map((kind) => (
            <Checkbox
              key={kind}
              label={t(`notices.${kind}`)}
              checked={chosen[kind] ?? project[kind]}
              disabled={change.isPending}
              onChange={(isOn) => change.mutate({ [kind]: isOn })}
            />
          ))}
          {mail === 'kept' && <p className="pt-1 text-ink-soft text-sm">{t('notices.kept')}</p>}
          {change.isError && (
            <p role="alert" className="pt-1 text-bad text-sm">
              {errorText(change.error, 'notices.failed')}
            </p>
          )}
        </div>
      ) : (
        <Facts
          facts={noticeKinds.map((kind) => ({
            name: t(`notices.${kind}`),
            value: t(project[kind] ? 'projectDetails.on' : 'projectDetails.off'),
          }))}
        />
      )}
    </section>
  );
}
