import { ChartSpline } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { profileVertexLimit } from '#core/profile/profile.ts';
import { useFeatures } from '#editor-view/use-features.ts';
import { useText } from '#i18n/use-text.ts';
import { IconButton } from '#ui/IconButton.tsx';

interface ProfileButtonProps {
  editor: Editor;
  /** `ToolButton` inside a toolbar; default: a separate button. */
  Button?: typeof IconButton;
}

/** Opens or closes the section along the selected line; lines with too many vertices are refused, stating the limit. */
export function ProfileButton({ editor, Button = IconButton }: ProfileButtonProps) {
  const { t, format } = useText();
  const { selection, profile } = useSnapshot(editor.views.workspace);
  const features = useFeatures(editor);
  const [id] = selection;
  const line = selection.length === 1 && id !== undefined ? features[id] : undefined;
  const isLine = line?.kind === 'polyline';
  const isTooLong = isLine && line.coordinates.length / 3 > profileVertexLimit;
  const label = isTooLong
    ? t('profile.tooLong', { limit: format.number(profileVertexLimit) })
    : t(isLine || profile !== null ? 'command.profile.open' : 'profile.selectLine');
  const toggle = () => {
    if (profile !== null && (line === undefined || profile.featureId === line.id)) {
      void editor.dispatch('profile.close', null, 'panel');
    } else if (isLine) void editor.dispatch('profile.open', { id: line.id }, 'panel');
  };
  return (
    <Button
      label={label}
      icon={<ChartSpline />}
      aria-pressed={profile !== null}
      disabled={profile === null && (!isLine || isTooLong)}
      onClick={toggle}
    />
  );
}
