/** How a file's content is handed over (5); a data URL unless told. `file`: unread, for who reads it piece by piece. */
export type ReadAs = 'dataUrl' | 'arrayBuffer' | 'text' | 'file'

interface FileData {
  readonly dataUrl: string
  readonly arrayBuffer: ArrayBuffer
  readonly text: string
  readonly file: File
}

/** An uploaded file (3). `data` is undefined while it is read. */
export interface UploadedFile<Kind extends ReadAs = ReadAs> {
  readonly data: FileData[Kind] | undefined
  readonly isLoadingData: boolean
  readonly originalFileData: File
}

/**
 * Whether a file fits an accept attribute (5): comma-separated MIME types, MIME groups (text/*) and extensions
 * with their dot, whatever the case. An empty one takes all.
 */
export function isAccepted(file: Pick<File, 'name' | 'type'>, accept = ''): boolean {
  const kinds = accept
    .toLowerCase()
    .split(',')
    .map((kind) => kind.trim())
    .filter(Boolean)
  if (kinds.length === 0) return true
  const name = file.name.toLowerCase()
  // A type can carry parameters: text/csv;charset=utf-8.
  const type = file.type.toLowerCase().split(';')[0]?.trim() ?? ''
  return kinds.some((kind) => {
    if (kind.startsWith('.')) return name.endsWith(kind)
    if (kind === '*/*') return true
    if (kind.endsWith('/*')) return type.startsWith(kind.slice(0, -1))
    return type === kind
  })
}

/** Reads a file; rejects when it cannot be read (moved, or a folder). */
export function readFile<Kind extends ReadAs>(file: File, kind: Kind): Promise<FileData[Kind]> {
  const readers: { [As in ReadAs]: () => Promise<FileData[As]> } = {
    arrayBuffer: () => file.arrayBuffer(),
    text: () => file.text(),
    file: () => Promise.resolve(file),
    dataUrl: () =>
      new Promise((resolve, reject) => {
        const reader = new FileReader()
        reader.onload = () => resolve(reader.result as string)
        reader.onerror = () => reject(reader.error)
        reader.readAsDataURL(file)
      }),
  }
  return readers[kind]()
}

/** A long name with its middle left out, so that beginning and extension stay. */
export function shortName(name: string, most = 40): string {
  if (name.length <= most) return name
  const tail = Math.min(12, Math.floor(most / 3))
  return `${name.slice(0, most - tail - 1)}…${name.slice(-tail)}`
}
