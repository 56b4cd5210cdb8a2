import { logText } from '../../kit/log-search/index.ts'
import { frame } from '../../texts/en-US/frame.ts'
import { printable } from './printable.ts'

const titles = Object.entries(frame).flatMap(([key, title]) =>
  key.startsWith('Title') && key !== 'TitleHome' ? [title] : [],
)

/** What an entry names as its page: a screen's title, or one of the words that no screen has (7). */
const pages: readonly string[] = [...titles, 'UserLogIn', 'UserLogOut', 'Session', 'Import', 'Audit']

const all = 'All'

/** The choices; a page of a link that is none of them is one more, so that it is seen and finds what it names. */
export const pageOptions = (chosen: string | undefined) => [
  { value: all, label: logText('All') },
  ...pages.map((page) => ({ value: page, label: page })),
  ...(chosen === undefined || pages.includes(chosen) ? [] : [{ value: chosen, label: labelOf(chosen) }]),
]

/** A page as it is safe to show: a link may name anything. */
export const labelOf = (page: string): string =>
  printable(page)
    .map((part) => part.text)
    .join('')

/** The choice as a filter: undefined for All and for nothing. */
export const pageOf = (chosen: string | null): string | undefined =>
  chosen === null || chosen === '' || chosen === all ? undefined : chosen

/** The filter as the choice. */
export const choiceOf = (page: string | undefined): string => page ?? all
