import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const read = (env: Record<string, string> = {}, port?: number) => readConfig({ port }, env, '0.0.0');

describe('the edition', () => {
  it('is the port’s on this machine, unless the mode says otherwise', () => {
    expect([3000, 5000, 1234, 3001, 8080].map((port) => read({}, port).edition)).toEqual([
      'cloud',
      'cloud',
      'cloud',
      'desktop',
      'desktop',
    ]);
    expect(read().edition).toBe('cloud');
    expect(read({ PLUMBLINE_MODE: 'desktop' }).edition).toBe('desktop');
    expect(read({ PLUMBLINE_MODE: 'cloud' }, 8080).edition).toBe('cloud');
  });
});

describe('the NodeODM service', () => {
  it('is absent by default, and has an address and, where given, a token', () => {
    const url = 'http://odm.example:3000/path';
    expect(read().nodeodm).toBeNull();
    expect(read({ PLUMBLINE_NODEODM_TOKEN: 'secret' }).nodeodm).toBeNull();
    expect(read({ PLUMBLINE_NODEODM_URL: url }).nodeodm).toEqual({ url });
    expect(read({ PLUMBLINE_NODEODM_URL: url, PLUMBLINE_NODEODM_TOKEN: 'secret' }).nodeodm).toEqual({
      url,
      token: 'secret',
    });
    expect(() => read({ PLUMBLINE_NODEODM_URL: 'odm.example' })).toThrowError(
      expect.objectContaining({ code: 'server.bad-option' }),
    );
  });
});

describe('mail', () => {
  const from = 'Plumbline <plumbline@example.com>';
  const failing = (env: Record<string, string>) =>
    expect(() => read(env)).toThrowError(expect.objectContaining({ code: 'server.bad-option' }));

  it('is sent where a mail server and a sender are named', () => {
    expect(read()).toMatchObject({ mail: null, publicUrl: null });
    const url = 'smtps://user:p%40ss@mail.example.com';
    expect(read({ PLUMBLINE_SMTP_URL: url, PLUMBLINE_MAIL_FROM: from }).mail).toEqual({ url, from });
    expect(read({ PLUMBLINE_PUBLIC_URL: 'https://survey.example/' }).publicUrl).toBe(
      'https://survey.example',
    );
    failing({ PLUMBLINE_SMTP_URL: 'mail.example.com', PLUMBLINE_MAIL_FROM: from });
    failing({ PLUMBLINE_SMTP_URL: url });
    failing({ PLUMBLINE_SMTP_URL: url, PLUMBLINE_MAIL_FROM: `${from}\r\nBcc: all@example.com` });
    failing({ PLUMBLINE_PUBLIC_URL: 'survey.example' });
  });

  it('keeps passwords out of what it complains about', () => {
    expect(() =>
      read({ PLUMBLINE_SMTP_URL: 'http://me:secret@mail', PLUMBLINE_MAIL_FROM: from }),
    ).toThrowError(expect.objectContaining({ params: expect.objectContaining({ value: 'http://…@mail' }) }));
  });
});

describe('processing without payment', () => {
  it('has no limit by default, and one of GiB where it is set', () => {
    expect(read().freeProcessing).toBeNull();
    expect(read({ PLUMBLINE_FREE_PROCESSING_GIB: '0' }).freeProcessing).toBe(0);
    expect(read({ PLUMBLINE_FREE_PROCESSING_GIB: '2.5' }).freeProcessing).toBe(2.5);
    expect(() => read({ PLUMBLINE_FREE_PROCESSING_GIB: '-1' })).toThrowError(
      expect.objectContaining({ code: 'server.bad-option' }),
    );
  });
});

describe('the object store', () => {
  const whole = {
    PLUMBLINE_S3_URL: 'https://s3.example.com/surveys',
    PLUMBLINE_S3_REGION: 'eu-central-1',
    PLUMBLINE_S3_ACCESS_KEY_ID: 'id',
    PLUMBLINE_S3_SECRET_ACCESS_KEY: 'secret',
  };
  const failing = (env: Record<string, string>, code: string) =>
    expect(() => read({ ...whole, ...env })).toThrowError(expect.objectContaining({ code }));

  it('is the data folder by default, and a bucket where one is named whole', () => {
    expect(read().s3).toBeNull();
    expect(read(whole).s3).toEqual({
      url: 'https://s3.example.com/surveys',
      region: 'eu-central-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    });
    failing({ PLUMBLINE_S3_REGION: '' }, 'store.no-region');
    failing({ PLUMBLINE_S3_URL: 's3.example.com' }, 'server.bad-option');
    failing({ PLUMBLINE_S3_SECRET_ACCESS_KEY: '' }, 'server.bad-option');
    failing({ PLUMBLINE_QUOTA_BYTES: '1000' }, 'server.bad-option');
  });
});

describe('the licence service', () => {
  it('is absent by default, and speaks https or on this machine', () => {
    expect(read().license).toEqual({ url: null, publicKey: null, isDeveloper: false });
    for (const url of ['https://licenses.example/v1', 'http://127.0.0.1:8090', 'http://localhost:1/x']) {
      expect(read({ PLUMBLINE_LICENSE_URL: url }).license.url).toBe(url);
    }
  });

  it.each([
    'http://licenses.example',
    'http://localhost.example',
    'ftp://127.0.0.1',
    'licenses',
    'file:///x',
  ])('is refused at %s', (url) => {
    expect(() => read({ PLUMBLINE_LICENSE_URL: url })).toThrowError(
      expect.objectContaining({ code: 'server.bad-option' }),
    );
  });
});

describe('another key than the release’s for licences', () => {
  it('counts where a developer says that they are one, and is refused elsewhere', () => {
    const key = { PLUMBLINE_LICENSE_PUBLIC_KEY: '-----BEGIN PUBLIC KEY-----' };
    expect(() => read(key)).toThrowError(expect.objectContaining({ code: 'server.bad-option' }));
    const license = read({ ...key, PLUMBLINE_LICENSE_DEVELOPER: '1' }).license;
    expect(license).toMatchObject({ publicKey: key.PLUMBLINE_LICENSE_PUBLIC_KEY, isDeveloper: true });
  });
});

describe('the memory of workers', () => {
  it('is most of the machine’s unless option or variable says how many GiB', () => {
    expect(read().workerMemoryMib).toBeNull();
    expect(read({ PLUMBLINE_WORKER_MEMORY: '12.5' }).workerMemoryMib).toBe(12_800);
    const env = { PLUMBLINE_WORKER_MEMORY: '12' };
    expect(readConfig({ memory: 2 }, env, '0.0.0').workerMemoryMib).toBe(2048);
    for (const memory of [0, -1, Number.NaN]) {
      expect(() => readConfig({ memory }, {}, '0.0.0')).toThrowError(
        expect.objectContaining({
          code: 'server.bad-option',
          params: expect.objectContaining({ option: '--memory' }),
        }),
      );
    }
  });
});
