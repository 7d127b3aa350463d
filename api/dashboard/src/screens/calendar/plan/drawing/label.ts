/* The text of a block: only whole words that fit, never an ellipsis. Name and title if both fit;
   else the name with the title below; else the name; else initials, with the title below; else
   nothing. An icon may replace the name, but is never the only content. */
import { initials } from '../../../../lib/format';

export interface Said {
  name: string;
  title: string;
  /** How many GPUs, or the current action: the last line. */
  count: string;
  /** One's own or a refused booking has an icon before the title instead of a name. */
  icon: boolean;
}

export interface Label {
  icon: boolean;
  bold: string;
  plain: string;
  second: string;
  width: number; // px of the first line
}

export type Measure = (text: string, bold: boolean) => number;

const iconPx = 18; // with its gap
const iconAlonePx = 14;
const spacePx = 4;
const nothing: Label = { icon: false, bold: '', plain: '', second: '', width: 0 };

/** `room`: px of a line; `lines`: the number of lines. */
export function labelOf(said: Said, room: number, lines: number, measure: Measure): Label {
  const second = (text: string): string =>
    lines > 1 && text !== '' && measure(text, false) <= room ? text : '';
  if (said.icon) return labelOfIcon(said, room, second, measure);
  const name = measure(said.name, true);
  const both = name + spacePx + measure(said.title, false);
  if (said.title !== '' && both <= room)
    return {
      ...nothing,
      bold: said.name,
      plain: said.title,
      second: second(said.count),
      width: both,
    };
  if (name <= room)
    return {
      ...nothing,
      bold: said.name,
      second: second(said.title) || second(said.count),
      width: name,
    };
  const short = labelOfInitials(said.name, room, measure);
  return short === nothing
    ? nothing
    : { ...short, second: second(said.title) || second(said.count) };
}

/** The icon replaces the name: with the title, in the line or below; else the title alone, or the
    initials. */
function labelOfIcon(
  { name, title, count }: Said,
  room: number,
  second: (text: string) => string,
  measure: Measure,
): Label {
  const width = measure(title, false);
  if (width + iconPx <= room)
    return { ...nothing, icon: true, plain: title, second: second(count), width: width + iconPx };
  if (second(title) !== '')
    return { ...nothing, icon: true, second: second(title), width: iconAlonePx };
  if (width <= room) return { ...nothing, plain: title, width };
  const short = labelOfInitials(name, room - iconPx, measure);
  return short === nothing
    ? labelOfInitials(name, room, measure)
    : { ...short, icon: true, second: second(count), width: short.width + iconPx };
}

function labelOfInitials(name: string, room: number, measure: Measure): Label {
  const short = initials(name);
  const width = measure(short, true);
  return width <= room ? { ...nothing, bold: short, width } : nothing;
}

/** For a drawn or moved draft, the longer ones first. */
export interface GhostWords {
  when: readonly string[];
  length: string;
  amount: readonly string[];
}

/** Its time, as exactly as fits; else its length; below it the amount, where there is a second
    row. */
export function ghostLabel(
  { when, length, amount }: GhostWords,
  room: number,
  lines: number,
  measure: Measure,
): Pick<Label, 'bold' | 'second'> {
  const fitting = (texts: readonly string[], bold: boolean): string =>
    texts.find((text) => measure(text, bold) <= room) ?? '';
  const bold = fitting(when, true);
  if (bold === '') return { bold: fitting([length], true), second: '' };
  return { bold, second: lines > 1 ? fitting([...amount, length], false) : '' };
}
