import { describe, expect, it } from 'vitest';
import { referenceTexts } from '#locales/texts.ts';
import { commandTable } from './command-table.ts';

describe('the command table', () => {
  it('ties every id to its command', () => {
    for (const [id, command] of Object.entries(commandTable)) expect(command.id).toBe(id);
  });

  it('has a text for every label', () => {
    for (const { labelKey } of Object.values(commandTable)) expect(referenceTexts).toHaveProperty([labelKey]);
  });
});
