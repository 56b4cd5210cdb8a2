import { requestOf } from './api.ts'
import type { CallArguments, CallName } from './call-types.ts'
import { send } from './send.ts'

/**
 * Fetches a file by the bearer header and lets the browser save it under the server's name (D22). Resolves with
 * that name when the file has been handed to the browser; rejects with ApiError.
 */
export async function download<Key extends CallName>(
  ...[key, options]: CallArguments<Key>
): Promise<{ fileName: string; transactionId: string }> {
  const sent = await send({ ...requestOf(key, options), responseType: 'binary' })
  const fileName = fileNameOf(sent.response.headers.get('Content-Disposition')) ?? 'download'
  saveFile(sent.result as Blob, fileName)
  return { fileName, transactionId: sent.transactionId }
}

/** Hands a file to the browser to save. */
export function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser reads the address after the click returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
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
