import { eq } from 'drizzle-orm';
import { AppError } from '#domain/errors/app-error.ts';
import { type AccountRow, account } from '../../db/schema/accounts.ts';
import { translate } from '../../messages.ts';
import type { ServerContext } from '../../services/context.ts';
import { findAccountByEmail } from '../../services/people/accounts.ts';
import { freeProcessing, remainingProcessing } from '../../services/processing/metering.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { openData } from '../open-data.ts';

const options = {
  data: { type: 'string', valueName: 'DIR', descriptionKey: 'cli.serve.option.data' },
  gib: { type: 'number', valueName: 'GIB', descriptionKey: 'cli.account.option.gib' },
  default: { type: 'boolean', descriptionKey: 'cli.account.option.default' },
  'unlimited-until': {
    type: 'string',
    valueName: 'DATE',
    descriptionKey: 'cli.account.option.unlimited-until',
  },
} as const;

type AccountContext = CommandContext<typeof options>;

const actions = ['show', 'allow'] as const;

/** Columns of an account that the options change. */
type Grant = Partial<Pick<AccountRow, 'freeProcessing' | 'unlimitedProcessingUntil'>>;

function badValue(option: string, value: string, choices: string): AppError {
  return new AppError('cli.bad-value', { command: 'account', option, value, choices });
}

/** The end of a day in UTC; null for `none`. */
function readDay(text: string): Date | null {
  if (text === 'none') return null;
  const day = new Date(`${text}T23:59:59.999Z`);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && day.toString() !== 'Invalid Date';
  if (isDay && day.toISOString().startsWith(text)) return day;
  throw badValue('--unlimited-until', text, 'YYYY-MM-DD, none');
}

/** Throws `cli.needs-one-of`, `cli.bad-value`. */
function readGrant({ options: given }: AccountContext): Grant {
  const { gib, default: isDefault, 'unlimited-until': until } = given;
  const grants: Grant[] = [
    ...(gib === undefined ? [] : [{ freeProcessing: gib }]),
    ...(isDefault ? [{ freeProcessing: null }] : []),
    ...(until === undefined ? [] : [{ unlimitedProcessingUntil: readDay(until) }]),
  ];
  const [grant] = grants;
  if (!grant || grants.length > 1) {
    const names = '--gib, --default, --unlimited-until';
    throw new AppError('cli.needs-one-of', { command: 'account', options: names });
  }
  if ((gib ?? 0) < 0) throw badValue('--gib', String(gib), translate('cli.account.notNegative'));
  return grant;
}

/** `plumbline account show EMAIL` and `plumbline account allow EMAIL`: the processing quota of an account. */
export const accountCommand = defineCommand({
  name: 'account',
  summaryKey: 'cli.account.summary',
  options,
  positionals: [
    { name: actions.join('|'), isRequired: true },
    { name: 'EMAIL', isRequired: true },
  ],
  async run(context) {
    const [given = '', email = ''] = context.positionals;
    const action = actions.find((name) => name === given);
    if (!action) throw badValue('ACTION', given, actions.join(', '));
    const grant = action === 'allow' ? readGrant(context) : null;
    const server = await openData(context.options);
    try {
      const row = await findAccountByEmail(server.db, email);
      if (!row) throw new AppError('usage.unknown-account', { email });
      if (grant) await server.db.update(account).set(grant).where(eq(account.pk, row.pk));
      tell(context, server, { ...row, ...grant });
    } finally {
      await server.close();
    }
  },
});

function tell(context: AccountContext, { config }: ServerContext, row: AccountRow): void {
  const [free, left] = [freeProcessing(row, config), remainingProcessing(row, config)];
  const { email, usedProcessing: used, unlimitedProcessingUntil: until } = row;
  if (context.isJson) {
    context.printJson({ email, free_gib: free, used_gib: used, left_gib: left, unlimited_until: until });
    return;
  }
  const gib = (value: number | null) =>
    value === null
      ? translate('cli.account.unlimited')
      : translate('cli.account.gib', { gib: value.toFixed(3) });
  context.print(translate('cli.account.told', { email, free: gib(free), used: gib(used), left: gib(left) }));
  if (until) context.print(translate('cli.account.until', { day: until.toISOString().slice(0, 10) }));
}
