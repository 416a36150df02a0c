import { describe, expect, it } from 'vitest';
import { referenceTexts } from '#locales/texts.ts';
import { createBench } from '#tests/support/editor.ts';
import { commandEntries, entryOfKey, entryOfLabel } from './command-entries.ts';
import { commandTable } from './command-table.ts';

describe('the command table', () => {
  it('ties every id to its command', () => {
    for (const [id, command] of Object.entries(commandTable)) expect(command.id).toBe(id);
  });

  it('has a text for every label', () => {
    for (const { labelKey } of Object.values(commandTable)) expect(referenceTexts).toHaveProperty([labelKey]);
  });
});

const press = (key: string, { hasControl = false, hasShift = false } = {}) =>
  entryOfKey({ key, hasControl, hasShift })?.labelKey ?? null;

describe('the entries of commands', () => {
  it('have a text each and no two the same, and no key for two', () => {
    const labels = commandEntries.map(({ labelKey }) => labelKey);
    for (const labelKey of labels) expect(referenceTexts).toHaveProperty([labelKey]);
    expect(new Set(labels).size).toBe(labels.length);
    const keys = commandEntries.flatMap((entry) => entry.keys);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('are found by the key that is pressed', () => {
    expect(press('d')).toBe('tool.distance');
    expect(press('D', { hasShift: true })).toBe('tool.distance');
    expect(press('f')).toBe('canvas.fit');
    expect(press('F', { hasShift: true })).toBe('canvas.fitSelection');
    expect(press('?', { hasShift: true })).toBe('keys.title');
    expect(press('=')).toBe('canvas.zoomIn');
    expect(press('s')).toBe('snap.title');
    expect(press('s', { hasControl: true })).toBe('command.save.now');
    expect(press('z', { hasControl: true })).toBe('command.history.undo');
    expect(press('Z', { hasControl: true, hasShift: true })).toBe('command.history.redo');
    expect(press('q')).toBeNull();
    expect(press('d', { hasControl: true })).toBeNull();
  });

  it('are found by their label, which must be there', () => {
    expect(entryOfLabel('canvas.zoomIn').keys).toEqual(['+', '=']);
    expect(() => entryOfLabel('canvas.sideways')).toThrow(RangeError);
  });

  it('say what they act on and whether what they choose is chosen', async () => {
    const { editor } = await createBench();
    const [select, volume, undo] = ['tool.select', 'tool.volume', 'command.history.undo'].map(entryOfLabel);
    expect([select!.isOn(editor.views), volume!.isOn(editor.views), undo!.isOn(editor.views)]).toEqual([
      true,
      false,
      null,
    ]);
    await volume!.run(editor, 'panel');
    expect([select!.isOn(editor.views), volume!.isOn(editor.views)]).toEqual([false, true]);
    expect(undo!.subjectKey(editor.views)).toBeNull();
    await editor.dispatch('feature.add', { kind: 'point', coordinates: [1, 2, 3] }, 'program');
    expect(undo!.subjectKey(editor.views)).toBe('command.feature.add');
  });

  it('have an icon wherever they stand in the tool strip', () => {
    const strip = commandEntries.filter((entry) => entry.strip !== null);
    expect(strip.length).toBeGreaterThan(10);
    expect(strip.filter(({ icon }) => icon === null)).toEqual([]);
  });

  it('run with what fits the moment, where their command may', async () => {
    const { editor } = await createBench();
    const entry = (label: string) => commandEntries.find(({ labelKey }) => labelKey === label)!;
    const wasOn = editor.views.workspace.snap.isOn;
    await entry('snap.title').run(editor, 'shortcut');
    expect(editor.views.workspace.snap.isOn).toBe(!wasOn);
    const undo = entry('command.history.undo');
    expect(undo.isEnabled(editor)).toBe(false);
    await editor.dispatch('feature.add', { kind: 'point', coordinates: [1, 2, 3] }, 'program');
    expect(undo.isEnabled(editor)).toBe(true);
    await undo.run(editor, 'panel');
    expect(editor.views.document.features).toEqual({});
  });
});
