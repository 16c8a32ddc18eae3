import { LOCALES, type Language } from '#contract/locale.ts'
import type { DataSheet, SheetChart } from './content.ts'
import type { WrittenPart } from './data.ts'
import { quotedName } from './names.ts'
import { pageXml } from './page.ts'
import { cut, escaped, columnLetters, DRAWING, MAIN, OFFICE, XML } from './xml.ts'

const CHART = `${DRAWING}/chart`
/** Of the lines, in their order; readable on white and in print. */
const COLOURS = ['1F5FA8', 'C2410C', '15803D', '7E22CE', '0E7490', 'A16207', 'BE185D', '475569']
/** Days between the marks of a time axis. */
const STEPS = [1 / 24, 1 / 8, 1 / 4, 1 / 2, 1, 2, 5, 10, 30, 60, 90, 180, 365, 730, 3650]
const MOST_MARKS = 12
/** Text of a chart: no escapes of spreadsheets, and no control characters. */
// oxlint-disable-next-line no-control-regex
const words = (text: string) => escaped(cut(text.replaceAll(/[\x00-\x1f\ufffe\uffff]+/g, ' '), 255))

/**
 * A sheet that shows nothing but a chart. No chartsheet of the standard, at which the library that reads uploads gives up.
 */
export function chartSheetXml(title: string, stamp: string | undefined): string {
  return [
    `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`,
    '<sheetViews><sheetView showGridLines="0" workbookViewId="0"/></sheetViews>',
    '<sheetFormatPr defaultRowHeight="15"/><sheetData/>',
    pageXml({ orientation: 'landscape', across: 1, title, stamp }),
    '<drawing r:id="rId1"/></worksheet>',
  ].join('')
}

/** The drawing of that sheet: the chart in the size of a page. */
export function drawingXml(): string {
  return [
    `${XML}<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main"><xdr:oneCellAnchor>`,
    '<xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>0</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>',
    '<xdr:ext cx="9906000" cy="6300000"/>',
    '<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Chart 1"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>',
    '<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>',
    `<a:graphic><a:graphicData uri="${CHART}"><c:chart xmlns:c="${CHART}" xmlns:r="${OFFICE}" r:id="rId1"/></a:graphicData></a:graphic>`,
    '</xdr:graphicFrame><xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>',
  ].join('')
}

/**
 * The chart of the rows of one sheet. Lines over instants are drawn at their instants (a category axis would space them
 * evenly, a date axis would gather them by days); everything else is drawn row by row.
 */
export function chartXml(
  chart: SheetChart,
  columns: DataSheet['columns'],
  name: string,
  rows: WrittenPart,
  language: Language,
): string {
  const range = (column: number) =>
    escaped(
      `${quotedName(name)}!$${columnLetters(column)}$${rows.first}:$${columnLetters(column)}$${rows.last}`,
    )
  const hasTimes = Number.isFinite(rows.from)
  const scattered = chart.type === 'line' && hasTimes
  const abscissa = hasTimes
    ? `<c:numRef><c:f>${range(0)}</c:f></c:numRef>`
    : `<c:strRef><c:f>${range(0)}</c:f></c:strRef>`
  const series = chart.columns.map((column, i) => {
    const { head, unit } = columns[column]
    const label = `${head.filter((h) => h !== '').join(' · ')}${unit === '' ? '' : ` (${unit})`}`
    const colour = `<a:solidFill><a:srgbClr val="${COLOURS[i % COLOURS.length]}"/></a:solidFill>`
    const values = `<c:numRef><c:f>${range(column)}</c:f></c:numRef>`
    return [
      `<c:ser><c:idx val="${i}"/><c:order val="${i}"/><c:tx><c:v>${words(label)}</c:v></c:tx>`,
      chart.type === 'line'
        ? `<c:spPr><a:ln w="19050" cap="rnd">${colour}<a:round/></a:ln></c:spPr><c:marker><c:symbol val="none"/></c:marker>`
        : `<c:spPr>${colour}</c:spPr><c:invertIfNegative val="0"/>`,
      scattered
        ? `<c:xVal>${abscissa}</c:xVal><c:yVal>${values}</c:yVal>`
        : `<c:cat>${abscissa}</c:cat><c:val>${values}</c:val>`,
      chart.type === 'line' ? '<c:smooth val="0"/>' : '',
      '</c:ser>',
    ].join('')
  })
  const axes = '<c:axId val="1"/><c:axId val="2"/>'
  const plot = scattered
    ? `<c:scatterChart><c:scatterStyle val="lineMarker"/><c:varyColors val="0"/>${series.join('')}${axes}</c:scatterChart>`
    : chart.type === 'line'
      ? `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${series.join('')}<c:marker val="1"/>${axes}</c:lineChart>`
      : `<c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/>${series.join('')}<c:gapWidth val="50"/>${axes}</c:barChart>`
  return [
    `${XML}<c:chartSpace xmlns:c="${CHART}" xmlns:a="${DRAWING}/main" xmlns:r="${OFFICE}">`,
    '<c:date1904 val="0"/><c:roundedCorners val="0"/><c:chart>',
    titleXml(chart.title, 1400),
    '<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>',
    plot,
    scattered ? timeAxisXml(rows, language) : categoryAxisXml(hasTimes, language),
    valueAxisXml(chart.axis, scattered),
    '</c:plotArea><c:legend><c:legendPos val="b"/><c:overlay val="0"/></c:legend>',
    '<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>',
  ].join('')
}

const titleXml = (title: string, size: number) =>
  [
    '<c:title><c:tx><c:rich><a:bodyPr/><a:p>',
    `<a:pPr><a:defRPr sz="${size}" b="1"/></a:pPr><a:r><a:rPr lang="en-US" sz="${size}" b="1"/><a:t>${words(title)}</a:t></a:r>`,
    '</a:p></c:rich></c:tx><c:overlay val="0"/></c:title>',
  ].join('')

const FAINT =
  '<c:majorGridlines><c:spPr><a:ln w="6350"><a:solidFill><a:srgbClr val="D0D7DE"/></a:solidFill></a:ln></c:spPr></c:majorGridlines>'
const TICKS = '<c:majorTickMark val="out"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>'

function timeAxisXml({ from, to }: WrittenPart, language: Language): string {
  const step = STEPS.find((s) => (to - from) / s <= MOST_MARKS) ?? STEPS.at(-1)!
  const min = Math.floor(from / step) * step
  const max = Math.max(Math.ceil(to / step) * step, min + step)
  const { date, dayMonth } = LOCALES[language]
  const format = step < 1 ? `${dayMonth.toLowerCase()} hh:mm` : date.toLowerCase()
  return [
    `<c:valAx><c:axId val="1"/><c:scaling><c:orientation val="minMax"/><c:max val="${max}"/><c:min val="${min}"/></c:scaling>`,
    `<c:delete val="0"/><c:axPos val="b"/>${FAINT}<c:numFmt formatCode="${format}" sourceLinked="0"/>${TICKS}`,
    `<c:crossAx val="2"/><c:crosses val="min"/><c:crossBetween val="midCat"/><c:majorUnit val="${step}"/></c:valAx>`,
  ].join('')
}

function categoryAxisXml(hasTimes: boolean, language: Language): string {
  const format = hasTimes ? LOCALES[language].date.toLowerCase() : 'General'
  return [
    '<c:catAx><c:axId val="1"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="b"/>',
    `<c:numFmt formatCode="${format}" sourceLinked="${hasTimes ? 1 : 0}"/>${TICKS}<c:crossAx val="2"/><c:crosses val="autoZero"/>`,
    '<c:auto val="0"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="1"/></c:catAx>',
  ].join('')
}

function valueAxisXml(title: string | undefined, scattered: boolean): string {
  return [
    '<c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="l"/>',
    `${FAINT}${title ? titleXml(title, 1000) : ''}<c:numFmt formatCode="General" sourceLinked="0"/>${TICKS}`,
    `<c:crossAx val="1"/><c:crosses val="${scattered ? 'min' : 'autoZero'}"/><c:crossBetween val="${scattered ? 'midCat' : 'between'}"/></c:valAx>`,
  ].join('')
}
