import { useQuery } from '@tanstack/react-query';
import { useApi } from '#api/api-context.ts';
import { bootstrapQuery } from '#api/queries.ts';
import type { PhotoEngine } from '#contract/rules/engines.ts';
import { useText } from '#i18n/use-text.ts';
import { Segmented } from '#ui/Segmented.tsx';

interface EngineChoiceProps {
  engine: PhotoEngine;
  onEngine(engine: PhotoEngine): void;
}

/** Choice of the processing engine; shown only where the server offers more than its own. */
export function EngineChoice({ engine, onEngine }: EngineChoiceProps) {
  const { t } = useText();
  const { client } = useApi();
  const offered = useQuery(bootstrapQuery(client)).data?.engines ?? [];
  if (offered.length < 2) return null;
  return (
    <div className="flex flex-col items-start gap-1">
      <span className="font-medium text-ink-soft text-sm">{t('createPage.engine')}</span>
      <Segmented<PhotoEngine>
        label={t('createPage.engine')}
        value={engine}
        onChange={onEngine}
        options={offered.map((value) => ({ value, label: t(`createPage.engine.${value}`) }))}
      />
      <span className="text-ink-soft text-sm">{t(`createPage.engineHint.${engine}`)}</span>
    </div>
  );
}
