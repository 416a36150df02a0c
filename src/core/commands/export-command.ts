import { writeExport } from '../export/write-export.ts';
import { defineCommand } from './command.ts';

export const clipboardCopy = defineCommand({
  id: 'clipboard.copy',
  labelKey: 'command.clipboard.copy',
  recording: 'skip',
  async run({ ports }, { text }) {
    await ports.files.copyText(text);
    return null;
  },
});

export const fileSave = defineCommand({
  id: 'file.save',
  labelKey: 'command.file.save',
  recording: 'skip',
  run({ ports }, { name, mediaType, bytes }) {
    ports.files.save(name, mediaType, [bytes]);
    return null;
  },
});

export const drawingExport = defineCommand({
  id: 'drawing.export',
  labelKey: 'command.drawing.export',
  recording: 'skip',
  run(context, request) {
    const { clock, files } = context.ports;
    const file = writeExport(context, request, new Date(clock.now()));
    files.save(file.name, file.mediaType, file.parts);
    return null;
  },
});
