import { culture } from '../../texts/languages.ts'
/** One choice (3: dropdown option). */
export interface SelectOption {
  readonly value: string
  readonly label: string
  readonly isDisabled?: boolean | undefined
}

/** Options under a heading. */
interface SelectGroup {
  readonly label: string
  readonly options: readonly SelectOption[]
}

export type SelectItem = SelectOption | SelectGroup

const isGroup = (item: SelectItem): item is SelectGroup => 'options' in item

/** All options in order, those of groups too. */
export function flatOptions(items: readonly SelectItem[]): readonly SelectOption[] {
  return items.flatMap((item) => (isGroup(item) ? item.options : [item]))
}

/** The option of a value, searched in groups too (5). */
export function optionOf(items: readonly SelectItem[], value: string | undefined): SelectOption | undefined {
  return value === undefined ? undefined : flatOptions(items).find((option) => option.value === value)
}

/** Groups of what fits the search, as one list of sections; a section without a heading holds ungrouped options. */
export function matching(
  items: readonly SelectItem[],
  search: string,
): readonly { readonly label: string | undefined; readonly options: readonly SelectOption[] }[] {
  const wanted = search.trim().toLocaleLowerCase(culture)
  const fits = (option: SelectOption) => option.label.toLocaleLowerCase(culture).includes(wanted)
  const sections: { label: string | undefined; options: SelectOption[] }[] = []
  for (const item of items) {
    if (isGroup(item)) {
      const options = item.options.filter(fits)
      if (options.length > 0) sections.push({ label: item.label, options })
    } else if (fits(item)) {
      const last = sections.at(-1)
      if (last && last.label === undefined) last.options.push(item)
      else sections.push({ label: undefined, options: [item] })
    }
  }
  return sections
}

/**
 * Where a key leads from the active option (index among the shown ones; -1: none). Disabled options are passed
 * over; PageUp and PageDown move by five (9). Undefined: not a key of the list.
 */
export function nextActive(
  options: readonly SelectOption[],
  active: number,
  key: string,
  pageSize = 5,
): number | undefined {
  const last = options.length - 1
  const enabled = (from: number, step: 1 | -1): number => {
    for (let at = from; at >= 0 && at <= last; at += step) if (!options[at]?.isDisabled) return at
    return -1
  }
  const near = (target: number, step: 1 | -1): number => {
    const found = enabled(target, step)
    return found >= 0 ? found : enabled(target, step === 1 ? -1 : 1)
  }
  switch (key) {
    case 'ArrowDown':
      return active >= last ? near(0, 1) : near(active + 1, 1)
    case 'ArrowUp':
      return active <= 0 ? near(last, -1) : near(active - 1, -1)
    case 'PageDown':
      return near(Math.min(last, active + pageSize), 1)
    case 'PageUp':
      return near(Math.max(0, active - pageSize), -1)
    case 'Home':
      return near(0, 1)
    case 'End':
      return near(last, -1)
    default:
      return undefined
  }
}
