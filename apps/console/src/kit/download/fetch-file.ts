import { requestOf } from '../../api/api.ts'
import type { CallArguments, CallName } from '../../api/call-types.ts'
import { send } from '../../api/send.ts'
import type { MadeFile } from './made-file.ts'

/** Fetches a file by the bearer header, under the server's name (D22). Rejects with ApiError. */
export async function fetchFile<Key extends CallName>(
  ...[key, options]: CallArguments<Key>
): Promise<MadeFile> {
  const sent = await send({ ...requestOf(key, options), responseType: 'binary' })
  const fileName = fileNameOf(sent.response.headers.get('Content-Disposition')) ?? 'download'
  return { content: sent.result as Blob, fileName }
}

/** The file's name in a Content-Disposition header (RFC 6266: `filename*` before `filename`), without any folder. */
export function fileNameOf(header: string | null): string | null {
  if (!header) return null
  const extended = /filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(header)?.[1]
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header)
  const name = extended ? decode(extended) : (plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2])
  return name?.split(/[/\\]/).pop() || null
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
