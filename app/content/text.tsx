import { PortableText, type PortableTextComponents } from '@portabletext/react'
import type { ReactNode } from 'react'
import { SETTINGS_SOURCE, useEditAttribute } from '#app/content/click-to-edit.tsx'
import { quotedSetting } from '#app/content/contact-details.ts'
import { denseListLevels } from '#app/content/dense-list-levels.ts'
import type { AnchoredHeading } from '#app/content/heading-anchors.ts'
import { linkHref } from '#app/content/href.ts'
import { quotedFigure } from '#app/content/money.ts'
import { useSettings } from '#app/content/settings.tsx'
import type {
  Article,
  InlineText as InlineTextValue,
  LinkTarget,
  PriceReference,
  RichText as RichTextValue,
  SettingReference,
} from '#app/content/types.ts'
import { preventWordBreaks } from '#app/ui/heading.tsx'
import { PageLink } from '#app/ui/page-link.tsx'

/** The current price, or a text of Settings if the plan is no longer on sale. */
function QuotedPrice({ value }: { value: PriceReference }) {
  const { planWords } = useSettings()
  return <>{(value.plan && quotedFigure(value.plan, value.show ?? 'price')) ?? planWords?.unavailable}</>
}

function QuotedSetting({ value }: { value: SettingReference }) {
  const setting = value.setting ?? 'brand'
  const quoted = quotedSetting(useSettings(), setting)
  const edit = useEditAttribute()(setting, SETTINGS_SOURCE)
  if (!quoted) return null
  if (quoted.href)
    return (
      <a href={quoted.href} {...edit}>
        {quoted.text}
      </a>
    )
  return 'data-sanity' in edit ? <span {...edit}>{quoted.text}</span> : quoted.text
}

type LinkProps = { value?: { href: string | null; target: LinkTarget | null }; children: ReactNode }

function TextLink({ value, children }: LinkProps) {
  const href = value && linkHref(value)
  if (!href) return <>{children}</>
  return <PageLink to={href}>{children}</PageLink>
}

function NewTabLink({ value, children }: LinkProps) {
  const href = value && linkHref(value)
  if (!href) return <>{children}</>
  return (
    <a href={href} target="_blank" rel="noopener" title="Opens in a new tab">
      {children}
    </a>
  )
}

const components: PortableTextComponents = {
  types: { priceReference: QuotedPrice, settingReference: QuotedSetting },
  marks: { textLink: TextLink },
  // The library's fallback has a style attribute, which the CSP forbids.
  unknownType: () => null,
}

/** For links beside a form: a new tab preserves the typed text. */
const newTabComponents: PortableTextComponents = {
  ...components,
  marks: { textLink: NewTabLink },
}

const inlineComponents: PortableTextComponents = {
  ...components,
  block: ({ children }: { children?: ReactNode }) => <>{children}</>,
}

const headingComponents: PortableTextComponents = {
  ...inlineComponents,
  block: ({ children }: { children?: ReactNode }) => <>{preventWordBreaks(children)}</>,
}

type PortableTextInput = Parameters<typeof PortableText>[0]['value']

type TextProps = {
  value: RichTextValue | InlineTextValue | Article['body'] | undefined
  components: PortableTextComponents
}

/** Renders nothing for an empty text. */
function Text({ value, components }: TextProps) {
  if (!value?.length) return null
  return (
    <PortableText
      value={denseListLevels(value as { level?: unknown }[]) as PortableTextInput}
      components={components}
      onMissingComponent={false}
    />
  )
}

type RichTextProps = Pick<TextProps, 'value'> & {
  /** Opens links in a new tab. */
  newTab?: boolean
  /** Gives these headings ids. */
  anchors?: AnchoredHeading[]
}

const anchorComponents = (anchors: AnchoredHeading[]): PortableTextComponents => ({
  ...components,
  block: {
    h2: ({ children, value }) => <h2 id={anchors.find(({ block }) => block === value)?.id}>{children}</h2>,
  },
})

/** Paragraphs, headings and lists. */
export const RichText = ({ value, newTab = false, anchors }: RichTextProps) => (
  <Text
    value={value}
    components={anchors ? anchorComponents(anchors) : newTab ? newTabComponents : components}
  />
)

/** Rich text for feeds: links contain the site's URL. */
export function RichTextWithFullUrls({ value, siteUrl }: { value: Article['body']; siteUrl: string }) {
  const textLink = ({ value: link, children }: LinkProps) => {
    const href = link && linkHref(link)
    const url = href ? URL.parse(href, siteUrl) : null
    return url ? <a href={url.href}>{children}</a> : children
  }
  return <Text value={value} components={{ ...components, marks: { textLink } }} />
}

type InlineTextProps = { value: InlineTextValue | null | undefined }

/** One line of text, without an element of its own. */
export const InlineText = ({ value }: InlineTextProps) => <Text value={value} components={inlineComponents} />

/** One line of text for a heading. */
export const HeadingText = ({ value }: InlineTextProps) => (
  <Text value={value} components={headingComponents} />
)

/** One line of text as a paragraph. Renders nothing for an empty text. */
export function InlineParagraph({ value, className }: InlineTextProps & { className?: string }) {
  if (!value?.length) return null
  return (
    <p className={className}>
      <InlineText value={value} />
    </p>
  )
}
