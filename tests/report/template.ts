import { zipped } from '#server/lib/sheets/zip.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const SHEET_NAME = 'Biểu ngày'

/** A form as a plant would send it: a merged title, styles, formulas with old results, a chart, a second sheet. */
export const SHEET = `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><dimension ref="A1:D31"/><sheetData>
<row r="1" spans="1:4"><c r="A1" s="1" t="s"><v>0</v></c><c r="B1" s="1"/></row>
<row r="2" spans="1:4" ht="30" customHeight="1"><c r="A2" s="2"><v>99</v></c><c r="C2" s="1"><f>SUM(B5:B28)</f><v>12345</v></c></row>
<row r="3"><c r="A3" t="str"><f>UPPER(A1)</f><v>CU</v></c></row>
${Array.from({ length: 24 }, (_, i) => `<row r="${i + 5}"><c r="A${i + 5}" s="1"><v>${i}</v></c><c r="B${i + 5}" s="2"><v>-1</v></c></row>`).join('\n')}
<row r="31"><c r="A31" s="1"/></row>
</sheetData><mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells><conditionalFormatting sqref="B5:B28"><cfRule type="cellIs" priority="1" operator="lessThan"><formula>0</formula></cfRule></conditionalFormatting><pageSetup paperSize="9"/><drawing r:id="rId1"/></worksheet>`
export const OTHER = `${XML}<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1"><f>'${SHEET_NAME}'!C2*2</f><v>24690</v></c></row></sheetData></worksheet>`
const CHART = `${XML}<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:f>'${SHEET_NAME}'!$B$5:$B$28</c:f></c:chartSpace>`
const DRAWING = `${XML}<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"/>`
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Arial"/></font><font><b/><sz val="13"/><name val="Arial"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0"/><xf numFmtId="2" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs></styleSheet>`
const PICTURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 254, 13, 10])

const FORMAT = 'application/vnd.openxmlformats-officedocument'
const typeOf = (path: string, kind: string) =>
  `<Override PartName="/xl/${path}" ContentType="${FORMAT}.${kind}+xml"/>`
const TYPES = [
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Override PartName="/xl/media/image1.png" ContentType="image/png"/>`,
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
  typeOf('workbook.xml', 'spreadsheetml.sheet.main'),
  typeOf('worksheets/sheet1.xml', 'spreadsheetml.worksheet'),
  typeOf('worksheets/sheet2.xml', 'spreadsheetml.worksheet'),
  typeOf('sharedStrings.xml', 'spreadsheetml.sharedStrings'),
  typeOf('styles.xml', 'spreadsheetml.styles'),
  typeOf('drawings/drawing1.xml', 'drawing'),
  typeOf('charts/chart1.xml', 'drawingml.chart'),
  '</Types>',
].join('')

type Names = Record<string, string>
export const NAMES: Names = {
  'hour.lake_level': `'${SHEET_NAME}'!$B$5:$B$28`,
  'sheet.date': `'${SHEET_NAME}'!$A$2`,
  'plant.name': `'${SHEET_NAME}'!$A$1`,
  'whole.lake_level.max': `'${SHEET_NAME}'!$D$31`,
}

/** The parts of the form with these names; more: further parts, or others in their place. */
export function partsOf(
  names: Names,
  more: Record<string, string | Buffer> = {},
): Record<string, string | Buffer> {
  return {
    '[Content_Types].xml': TYPES,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${SHEET_NAME}" sheetId="1" r:id="rId1"/><sheet name="Own" sheetId="2" r:id="rId2"/></sheets><definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">'${SHEET_NAME}'!$A$1:$D$31</definedName><definedName name="_own">Own!$A$1</definedName>${Object.entries(
      names,
    )
      .map(([name, place]) => `<definedName name="${name}">${place}</definedName>`)
      .join('')}</definedNames><calcPr calcId="191029"/></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/worksheet" Target="/xl/worksheets/sheet2.xml"/><Relationship Id="rId3" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `${XML}<sst xmlns="${MAIN}" count="1" uniqueCount="1"><si><t>Cũ</t></si></sst>`,
    'xl/styles.xml': STYLES,
    'xl/worksheets/sheet1.xml': SHEET,
    'xl/worksheets/_rels/sheet1.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/drawing" Target="../drawings/drawing1.xml"/></Relationships>`,
    'xl/worksheets/sheet2.xml': OTHER,
    'xl/drawings/drawing1.xml': DRAWING,
    'xl/charts/chart1.xml': CHART,
    'xl/media/image1.png': PICTURE,
    ...more,
  }
}

/** Parts as an archive. */
export async function packed(parts: Record<string, string | Buffer>): Promise<Buffer> {
  async function* each() {
    for (const [name, content] of Object.entries(parts)) yield { name, content: [content] }
  }
  const chunks: Buffer[] = []
  for await (const chunk of zipped(each())) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
/** The form as a workbook. */
export const book = (names: Names = NAMES, more?: Record<string, string | Buffer>) =>
  packed(partsOf(names, more))
