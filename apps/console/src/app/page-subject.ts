import { text } from '../texts/text.ts'
import { shortIdentifier } from '../ui/identifier-text.ts'

type Word = 'SubjectSim' | 'SubjectBatch' | 'SubjectTransaction' | 'SubjectPanel' | 'SubjectSearch'

/** What the names in a screen's address (D25) say of the thing it shows; the first that is there counts. */
const subjects: readonly { name: string; word?: Word; isGuid?: boolean }[] = [
  { name: 'simId', word: 'SubjectSim' },
  { name: 'batch', word: 'SubjectBatch', isGuid: true },
  { name: 'txid', word: 'SubjectTransaction', isGuid: true },
  { name: 'panelId', word: 'SubjectPanel' },
  { name: 'physicalId', word: 'SubjectPanel', isGuid: true },
  { name: 'container' },
  { name: 'history' },
  { name: 'email' },
  { name: 'text', word: 'SubjectSearch' },
  { name: 'search', word: 'SubjectSearch' },
]

/** Of a title's first part; a tab shows less. */
const most = 60

/**
 * What the page is about, for the tab's title: the thing that its address names. Undefined where it names none.
 * @param params of the route: a company's form has its company there
 */
export function subjectOf(
  search: URLSearchParams,
  params: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return namedByPath(params) ?? listed(search) ?? named(search)
}

function namedByPath(params: Readonly<Record<string, string | undefined>>): string | undefined {
  const { companyName, companyId, sapCompanyId, iccid, cloudId, transactionId } = params
  if (transactionId) return shortIdentifier(transactionId, 'guid')
  const thing = iccid ?? cloudId
  if (thing) return shortened(thing)
  if (companyName && companyName !== '-') return shortened(companyName)
  const id = companyId ?? sapCompanyId
  return id && shortened(text('SubjectCompany', { id }))
}

function listed(search: URLSearchParams): string | undefined {
  const ids = (search.get('ids') ?? '').split(/[\s,]+/).filter(Boolean)
  return ids.length > 1 ? text('SubjectIds', { count: ids.length }) : ids[0] && shortened(ids[0])
}

function named(search: URLSearchParams): string | undefined {
  for (const { name, word, isGuid } of subjects) {
    const value = search.get(name)?.trim()
    if (!value) continue
    const isShort = isGuid || name === 'simId'
    const shown = isShort ? shortIdentifier(value, isGuid ? 'guid' : 'other') : shortened(value)
    return word ? text(word, { id: shown }) : shown
  }
  return undefined
}

const shortened = (words: string): string => (words.length > most ? `${words.slice(0, most)}…` : words)
