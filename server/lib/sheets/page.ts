import { cut, escaped } from './xml.ts'

/** Most characters of a head or foot of pages. */
const LONGEST = 255
/** Codes of the program begin with &. */
const plain = (text: string, most: number) => cut(text.replaceAll(/\s+/g, ' '), most).replaceAll('&', '&&')

/** A4 set-up: margins, size and the heads and feet of pages, in the order of a sheet's elements. */
export function pageXml(setup: {
  orientation: 'landscape' | 'portrait'
  /** Pages side by side that a sheet is fitted to; absent: not fitted. */
  across?: number
  /** Pages below each other that it is fitted to; 0: as many as it takes. */
  down?: number
  title: string
  stamp?: string
}): string {
  const { orientation, across, down = 0, title, stamp = '' } = setup
  const head = [
    `&L${plain(title, 60)}`,
    stamp === '' ? '' : `&C&"-,Bold"&14 ${plain(stamp, 60)}`,
    '&R&A',
  ].join('')
  return [
    '<pageMargins left="0.4" right="0.4" top="0.7" bottom="0.6" header="0.3" footer="0.3"/>',
    `<pageSetup paperSize="9" orientation="${orientation}"${across === undefined ? '' : ` fitToWidth="${across}" fitToHeight="${down}"`}/>`,
    `<headerFooter><oddHeader>${escaped(head.slice(0, LONGEST))}</oddHeader><oddFooter>${escaped('&C&P / &N')}</oddFooter></headerFooter>`,
  ].join('')
}
