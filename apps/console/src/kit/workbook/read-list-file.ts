import { createDecoder, encodingOf } from '@support-console/contract/encoding'
import { type FileKind, fileKindOf } from '@support-console/contract/file-kind'
import { Archive } from './archive.ts'
import { mostBytes, mostCells } from './limits.ts'
import {
  type NoList,
  type Purpose,
  type ReadList,
  type SheetChoice,
  type SheetFacts,
  sizeOf,
  wantedFor,
} from './list-file.ts'
import { damaged, FileRefused, text } from './refused.ts'
import { readSheet, type SheetReading, type SheetText } from './sheet.ts'
import {
  type Read,
  readerOf,
  readTexts,
  readTimeStyles,
  readWorkbook,
  type Workbook,
} from './workbook-parts.ts'

/** What is read of a file, and how. */
export interface Asked {
  purpose: Purpose
  choice?: SheetChoice | undefined
  /** Throws where nothing shall follow. */
  goesOn: () => void
}

/** The list of a file of any kind; why there is none, in a sentence. */
export async function readListFile(file: Blob, asked: Asked): Promise<ReadList | NoList> {
  try {
    const bytes = new Uint8Array(await file.slice(0, mostBytes).arrayBuffer())
    const kind = fileKindOf(bytes)
    if (kind === 'workbook') return await listOfWorkbook(file, asked)
    // Half an archive is a damaged workbook sooner than an archive of something else.
    if (kind === 'archive' && isZip(bytes)) new Archive(bytes)
    if (kind !== 'text') throw new FileRefused(text(refusals[kind]))
    return await listOfText(file, asked)
  } catch (error) {
    if (error instanceof FileRefused) return { refusal: error.message }
    throw error
  }
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

const refusals = {
  'binary-workbook': 'BinaryWorkbook',
  'old-workbook': 'OldFormat',
  'protected-workbook': 'Encrypted',
  'xml-workbook': 'XmlWorkbook',
  'open-document': 'OpenDocument',
  numbers: 'Numbers',
  document: 'Document',
  pdf: 'Pdf',
  picture: 'Picture',
  'web-page': 'WebPage',
  archive: 'Archive',
} as const satisfies Record<Exclude<FileKind, 'workbook' | 'text'>, unknown>

async function listOfText(file: Blob, { purpose }: Asked): Promise<ReadList | NoList> {
  const { longest, read, isWanted } = wantedFor[purpose]
  // In UTF-8 a character may take three bytes, in others four.
  const bytes = new Uint8Array(await file.slice(0, longest * 4 + 4).arrayBuffer())
  const content = withoutPadding(decoded(bytes))
  if (file.size > longest * 4 || content.length > longest)
    throw new FileRefused(text('TextTooBig', { size: sizeOf(file.size) }))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are in no text
  if (/[\0-\x08\x0e-\x1f]/.test(content)) throw new FileRefused(text('NoText'))
  const list = read(content)
  return 'refusal' in list || isWanted(list.content) || purpose === 'batch'
    ? list
    : { refusal: text(noneIn[purpose]) }
}

/** Old programs fill up the last block of a file, or mark its end. */
function withoutPadding(text: string): string {
  let end = text.length
  while (end > 0 && '\0\x1a'.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Unicode, else Windows' own ('CSV'). Whether it is text at all, its characters say. */
function decoded(bytes: Uint8Array): string {
  try {
    return createDecoder(encodingOf(bytes)).decode(bytes, true)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const noneIn = { batch: 'NoSims', lines: 'NothingIn', panels: 'NoPanels', anything: 'NothingIn' } as const

async function listOfWorkbook(file: Blob, asked: Asked): Promise<ReadList | NoList> {
  if (file.size > mostBytes) throw new FileRefused(text('TooBig'))
  const bytes = new Uint8Array(await file.arrayBuffer())
  const workbook = new OpenWorkbook(readerOf(new Archive(bytes), asked.goesOn), asked)
  await workbook.open()
  return workbook.list()
}

/** A workbook whose sheets are read one by one, as they are asked for. */
class OpenWorkbook {
  readonly #read: Read
  readonly #asked: Asked
  #cells = 0
  #workbook: Workbook = { sheets: [], open: 0, isFrom1904: false, texts: undefined, styles: undefined }
  #shared: Pick<SheetReading, 'texts' | 'timeStyles' | 'isFrom1904'> = {
    texts: [],
    timeStyles: [],
    isFrom1904: false,
  }

  constructor(read: Read, asked: Asked) {
    this.#read = read
    this.#asked = asked
  }

  /** @throws FileRefused */
  async open(): Promise<void> {
    this.#workbook = await readWorkbook(this.#read)
    const { texts, styles, isFrom1904 } = this.#workbook
    this.#shared = {
      texts: await readTexts(this.#read, texts),
      timeStyles: await readTimeStyles(this.#read, styles),
      isFrom1904,
    }
  }

  /** Of the sheet that is chosen; else of the one that was open, or of the first seen one that holds what is wanted. */
  async list(): Promise<ReadList | NoList> {
    const { choice, purpose } = this.#asked
    const seen = this.#seen()
    const first = choice?.sheet ?? seen[0]
    // All are hidden: none of them is chosen for anybody.
    if (first === undefined)
      return { refusal: text('AllHidden'), facts: this.#factsOf(this.#firstWithCells()) }
    const opened = await this.#sheet(first)
    if (opened.holdsWanted) return this.#listOf(first, opened)
    for (const other of choice ? [] : seen.slice(1)) {
      const sheet = await this.#sheet(other)
      if (sheet.holdsWanted) return this.#listOf(other, sheet, this.#workbook.sheets[first]?.name)
    }
    const hides = opened.hiddenHoldsWanted ? 'OnlyHidden' : noneIn[purpose]
    return {
      refusal: text(hides, { sheet: this.#workbook.sheets[first]?.name ?? '' }),
      facts: this.#factsOf(first, opened),
    }
  }

  /** The sheets with cells that are not hidden, the one that was open first. */
  #seen(): number[] {
    const { sheets, open } = this.#workbook
    const seen = sheets.flatMap((sheet, at) => (sheet.part === undefined || sheet.isHidden ? [] : at))
    return [...seen.filter((at) => at === open), ...seen.filter((at) => at !== open)]
  }

  #firstWithCells(): number {
    return this.#workbook.sheets.findIndex(({ part }) => part !== undefined)
  }

  async #sheet(at: number): Promise<SheetText> {
    const { purpose, choice } = this.#asked
    const { isWanted, longest } = wantedFor[purpose]
    const part = this.#workbook.sheets[at]?.part
    if (part === undefined) throw damaged()
    const includesHidden = choice?.includesHidden ?? false
    const countCell = () => {
      if (++this.#cells > mostCells) throw new FileRefused(text('TooBig'))
    }
    return readSheet(this.#read, part, { ...this.#shared, includesHidden, isWanted, longest, countCell })
  }

  #listOf(at: number, sheet: SheetText, passedOver?: string): ReadList | NoList {
    if (sheet.content === undefined) {
      const { name = '' } = this.#workbook.sheets[at] ?? {}
      return {
        refusal: text('SheetTooLong', { sheet: name, rows: sheet.rows }),
        // How much of it is hidden was not counted to the end.
        facts: this.#factsOf(at),
      }
    }
    const facts = { ...this.#factsOf(at, sheet), ...(passedOver !== undefined && { passedOver }) }
    return { ...wantedFor[this.#asked.purpose].read(sheet.content), facts }
  }

  #factsOf(
    sheet: number,
    { hidden }: Pick<SheetText, 'hidden'> = { hidden: { rows: 0, columns: 0 } },
  ): SheetFacts {
    return {
      sheet,
      includesHidden: this.#asked.choice?.includesHidden ?? false,
      sheets: this.#workbook.sheets.map(({ name, isHidden, part }) => ({
        name,
        isHidden,
        hasCells: part !== undefined,
      })),
      hidden,
    }
  }
}
