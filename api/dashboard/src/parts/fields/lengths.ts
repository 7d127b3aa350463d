/* A length of time as a number of one unit, for a form: the largest unit that is whole. Pure. */
export const unitMinutes = { minutes: 1, hours: 60, days: 1440 } as const;
export type LengthUnit = keyof typeof unitMinutes;
export const lengthUnits = Object.keys(unitMinutes) as LengthUnit[];

export interface Length {
  amount: number;
  unit: LengthUnit;
}

export function lengthOf(minutes: number): Length {
  const unit = lengthUnits.findLast((one) => minutes % unitMinutes[one] === 0) ?? 'minutes';
  return { amount: minutes / unitMinutes[unit], unit };
}

export const minutesOf = ({ amount, unit }: Length): number =>
  Math.round(amount * unitMinutes[unit]);
