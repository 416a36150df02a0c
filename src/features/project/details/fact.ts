import type { ReactNode } from 'react';

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

export interface FactGroup {
  readonly title: string;
  readonly facts: readonly Fact[];
}
