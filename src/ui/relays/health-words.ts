import type { RelayHealth } from '#domain/relays/relay-health.ts';
import { speedLabel } from './relay-words.ts';
import { relayTexts } from '#ui/texts/relays.ts';
import { ageLabel, whole } from '#ui/texts/formats.ts';

/** One relay of the health modal, in words (RELAY-36). */
export type HealthWords = {
  readonly speed: string;
  readonly rate: number;
  readonly success: string;
  readonly requests: string;
  readonly lastSuccess: string;
  readonly lastFailure: string;
};

const whenLabel = (at: number | undefined, now: number): string => {
  if (!at) return relayTexts.healthSheet.never;
  const age = ageLabel(now - at);
  return age === '' ? relayTexts.healthSheet.justNow : relayTexts.healthSheet.ago(age);
};

/** An answer may be known without its time. */
const speedOf = ({ averageResponseTime, successCount }: RelayHealth): string => {
  if (averageResponseTime) return speedLabel(averageResponseTime);
  return successCount === 0 ? relayTexts.healthSheet.noAnswer : '–';
};

/** What the health modal says of a relay. `now` in ms. */
export const healthWords = (record: RelayHealth, now: number): HealthWords => {
  const part = record.totalRequests === 0 ? undefined : record.successCount / record.totalRequests;
  // cut, not rounded: 100 % means that every request was answered
  const rate = part === undefined ? undefined : Math.floor(part * 1_000) / 10;
  return {
    speed: speedOf(record),
    rate: rate ?? 0,
    success: rate === undefined ? '–' : relayTexts.percent(whole(rate, 1)),
    requests: whole(record.totalRequests),
    lastSuccess: whenLabel(record.lastSuccess, now),
    lastFailure: whenLabel(record.lastFailure, now),
  };
};
