/**
 * What a file is by its bytes, whatever its name: people choose all kinds as a list. Imports nothing, so that the
 * console can carry it without the schemas.
 */

const fileKinds = [
  'workbook',
  'binary-workbook',
  'old-workbook',
  'protected-workbook',
  'xml-workbook',
  'open-document',
  'numbers',
  'document',
  'pdf',
  'picture',
  'web-page',
  'archive',
  'text',
] as const
export type FileKind = (typeof fileKinds)[number]

const beginnings: readonly (readonly [FileKind, readonly number[]])[] = [
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['picture', [0x89, 0x50, 0x4e, 0x47]],
  ['picture', [0xff, 0xd8, 0xff]],
  ['picture', [0x47, 0x49, 0x46, 0x38]],
  ['document', [0x7b, 0x5c, 0x72, 0x74, 0x66]],
  ['archive', [0x1f, 0x8b]],
  ['archive', [0x37, 0x7a, 0xbc, 0xaf]],
  ['archive', [0x52, 0x61, 0x72, 0x21]],
  // Excel before 5: no file system around it.
  ['old-workbook', [0x09, 0x00, 0x04, 0x00]],
  ['old-workbook', [0x09, 0x02, 0x06, 0x00]],
  ['old-workbook', [0x09, 0x04, 0x06, 0x00]],
]
const zip = [0x50, 0x4b, 0x03, 0x04]
/** Excel's old workbooks, and its protected ones, are files in a file system of their own (MS-CFB). */
const compound = [0xd0, 0xcf, 0x11, 0xe0]

/** What stands in an archive's list of names, the surest first. */
const archived: readonly (readonly [FileKind, RegExp])[] = [
  ['open-document', /mimetypeapplication\/vnd\.oasis\.opendocument\.spreadsheet/],
  ['document', /mimetypeapplication\/vnd\.oasis/],
  ['binary-workbook', /xl[/\\]workbook\.bin/i],
  ['workbook', /xl[/\\]/i],
  ['numbers', /index(?:\/document\.iwa|\.zip)/i],
  ['document', /(?:word|ppt|visio)[/\\]/i],
  ['workbook', /\[content_types\]\.xml/i],
]

/** @param bytes the whole file, or as much of its beginning as is at hand */
export function fileKindOf(bytes: Uint8Array): FileKind {
  const begins = (beginning: readonly number[]) => beginning.every((byte, at) => bytes[at] === byte)
  if (begins(zip)) {
    const names = latin1(bytes)
    return archived.find(([, name]) => name.test(names))?.[0] ?? 'archive'
  }
  if (begins(compound)) {
    const names = latin1(bytes)
    if (names.includes(wide('EncryptedPackage'))) return 'protected-workbook'
    return names.includes(wide('WordDocument')) ? 'document' : 'old-workbook'
  }
  return beginnings.find(([, beginning]) => begins(beginning))?.[0] ?? textKindOf(bytes)
}

function textKindOf(bytes: Uint8Array): FileKind {
  // Without the zeros of UTF-16.
  const head = latin1(bytes.subarray(0, 1000))
    .replace(/[\0\xef\xbb\xbf\xff\xfe]/g, '')
    .trimStart()
    .toLowerCase()
  if (/^<\?xml|^<\?mso/.test(head)) return /<html/.test(head) ? 'web-page' : 'xml-workbook'
  return /^(?:<!--|<!doctype html|<html|<head|<meta|<body|<table|<style)/.test(head) ? 'web-page' : 'text'
}

const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)
const wide = (word: string): string => [...word].join('\0')
