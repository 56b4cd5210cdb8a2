import { text as frame } from '../../texts/text.ts'
import { logText } from '../log-search/index.ts'

/** What an entry names as its page: a screen's title, or one of the words that no screen has (7). */
const pages: readonly string[] = [
  frame('TitleSimInformation'),
  frame('TitleSimManagement'),
  frame('TitleCompanies'),
  frame('TitleSimActivity'),
  frame('TitlePanels'),
  frame('TitlePanelEnvironment'),
  frame('TitleCsr'),
  frame('TitleUsers'),
  frame('TitleUserActions'),
  frame('TitleWebconnect'),
  'UserLogIn',
  'UserLogOut',
  'Session',
  'Import',
  'Audit',
]

const all = 'All'

export const pageOptions = [
  { value: all, label: logText('All') },
  ...pages.map((page) => ({ value: page, label: page })),
]

/** The choice as a filter: undefined for All, and for what is no page. */
export const pageOf = (chosen: string | null): string | undefined => pages.find((page) => page === chosen)

/** The filter as the choice. */
export const choiceOf = (page: string | undefined): string => page ?? all
