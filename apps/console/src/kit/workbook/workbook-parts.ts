import type { Archive } from './archive.ts'
import { isTimeCode, isTimeFormat, unescaped } from './cell-text.ts'
import {
  longestCell,
  longestFormat,
  longestSheetName,
  mostSharedCharacters,
  mostSharedTexts,
  mostSheets,
} from './limits.ts'
import { damaged, FileRefused, text } from './refused.ts'
import { type Attributes, type Listener, readXml } from './xml.ts'

/** A sheet as the workbook lists it. */
interface ListedSheet {
  name: string
  isHidden: boolean
  /** Its part of the archive; undefined: a chart, or no sheet at all. */
  part: string | undefined
}

/** What a workbook says of its sheets, before any is read. */
export interface Workbook {
  sheets: readonly ListedSheet[]
  /** The one that was open when it was saved, of `sheets`. */
  open: number
  isFrom1904: boolean
  /** The parts with what its cells share. */
  texts: string | undefined
  styles: string | undefined
}

/** Where things are, by their relations. */
interface Relation {
  id: string
  type: string
  part: string
}

export type Read = (part: string, listener: Listener) => Promise<boolean>

/** Reads parts of an archive; false where there is none of that name. */
export const readerOf =
  (archive: Archive, goesOn: () => void): Read =>
  async (part, listener) => {
    const pieces = archive.read(part)
    if (!pieces) return false
    await readXml(pieces, listener, goesOn)
    return true
  }

/** @throws FileRefused */
export async function readWorkbook(read: Read): Promise<Workbook> {
  const part =
    (await relationsOf(read, '')).find(({ type }) => type === 'officeDocument')?.part ?? 'xl/workbook.xml'
  const listed: Attributes[] = []
  let open: number | undefined
  let isFrom1904 = false
  const isThere = await read(part, {
    open(name, attributes) {
      if (name === 'sheet' && listed.push(attributes()) > mostSheets) throw new FileRefused(text('TooBig'))
      // The first window's; other people's views stand behind the sheets.
      if (name === 'workbookView') open ??= Number(attributes().activeTab ?? 0)
      if (name === 'workbookPr') isFrom1904 = isTrue(attributes().date1904)
    },
  })
  if (!isThere) throw damaged()
  const relations = await relationsOf(read, part)
  const partOf = (wanted: string) => relations.find(({ type }) => type === wanted)?.part
  const parts = new Map(relations.flatMap(({ id, type, part }) => (type === 'worksheet' ? [[id, part]] : [])))
  const sheets = listed.map(({ name = '', state, id = '' }) => ({
    name: unescaped(name.slice(0, longestSheetName)),
    isHidden: state === 'hidden' || state === 'veryHidden',
    part: parts.get(id),
  }))
  if (!sheets.some((sheet) => sheet.part !== undefined)) throw damaged()
  return { sheets, open: open ?? 0, isFrom1904, texts: partOf('sharedStrings'), styles: partOf('styles') }
}

export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

/** The relations of a part, or of the whole archive (''). */
async function relationsOf(read: Read, part: string): Promise<Relation[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const relations: Relation[] = []
  await read(`${folder}_rels/${part.slice(folder.length)}.rels`, {
    open(name, attributes) {
      if (name !== 'Relationship') return
      const { Id = '', Type = '', Target = '' } = attributes()
      relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), part: pathOf(folder, Target) })
    },
  })
  return relations
}

/** 'worksheets/sheet1.xml', '/xl/worksheets/sheet1.xml' and '../xl/…' from the folder of who speaks of it. */
function pathOf(folder: string, target: string): string {
  const path = target.replaceAll('\\', '/')
  const steps: string[] = []
  for (const step of (path.startsWith('/') ? path : folder + path).split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}

/** The texts that cells share, by their number. @throws FileRefused */
export async function readTexts(read: Read, part: string | undefined): Promise<string[]> {
  const texts: string[] = []
  let [own, characters] = ['', 0]
  const collector = textCollector((more) => {
    if (own.length <= longestCell) own += more
  })
  if (part === undefined) return texts
  await read(part, {
    ...collector,
    open(name, attributes) {
      if (name === 'si') own = ''
      collector.open?.(name, attributes)
    },
    close(name) {
      collector.close?.(name)
      if (name !== 'si') return
      texts.push(unescaped(own).slice(0, longestCell))
      characters += Math.min(own.length, longestCell)
      if (texts.length > mostSharedTexts || characters > mostSharedCharacters)
        throw new FileRefused(text('TooBig'))
    },
  })
  return texts
}

/** Hears the text of a cell or of a shared text: all of its runs, without how they are pronounced. */
export function textCollector(
  hear: (text: string) => void,
): Required<Pick<Listener, 'open' | 'close' | 'text'>> {
  let [isText, isPronounced] = [false, false]
  return {
    open(name) {
      if (name === 't') isText = true
      else if (name === 'rPh') isPronounced = true
    },
    close(name) {
      if (name === 't') isText = false
      else if (name === 'rPh') isPronounced = false
    },
    text(more) {
      if (isText && !isPronounced) hear(more)
    },
  }
}

/** Which cell styles show a time, by their number. @throws FileRefused */
export async function readTimeStyles(read: Read, part: string | undefined): Promise<boolean[]> {
  const isTime = new Map<number, boolean>()
  const styles: number[] = []
  let isInCells = false
  if (part === undefined) return []
  await read(part, {
    open(name, attributes) {
      if (name === 'cellXfs') isInCells = true
      else if (name === 'numFmt') {
        const { numFmtId, formatCode = '' } = attributes()
        isTime.set(Number(numFmtId), isTimeCode(formatCode.slice(0, longestFormat)))
      } else if (name === 'xf' && isInCells) styles.push(Number(attributes().numFmtId ?? 0))
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return styles.map((format) => isTime.get(format) ?? isTimeFormat(format))
}
