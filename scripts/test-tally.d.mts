interface FileReport {
  readonly name: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
}

export function tally(
  stage: string,
  report: { readonly testResults: readonly FileReport[] },
  root?: string,
): void;
export function slowest(count?: number): string[];
export function notChecked(): string;
