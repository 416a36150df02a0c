import { expect, it } from 'vitest';
import { composeNotice } from './compose-notice.ts';

const url = 'https://survey.example/projects/7?a=1&b=2';

it('a message says what happened to which project and how to open it', () => {
  const { subject, text, html } = composeNotice({ name: 'Quarry', url }, 'finish', {});
  expect(subject).toContain('Quarry');
  expect(text).toContain(url);
  expect(html).toContain('href="https://survey.example/projects/7?a=1&amp;b=2"');
  const failed = composeNotice({ name: 'Quarry', url }, 'error', {
    error: { code: 'photo.no-overlap', params: { count: 12 } },
  });
  expect(failed.text).toMatch(/12/);
  const ready = composeNotice({ name: 'Quarry', url }, 'progress', { product: 'orthoimage' });
  expect(ready.subject).toContain('Orthomosaic');
});

it('a name is text: no markup in the message, no line in its subject', () => {
  const name = '<b onclick="x">\r\nBcc: all@example.com';
  const { subject, html } = composeNotice({ name, url }, 'finish', {});
  expect(subject).not.toMatch(/[\r\n]/);
  expect(html).not.toContain('<b');
  expect(html).toContain('&lt;b onclick=&quot;x&quot;&gt;');
});
