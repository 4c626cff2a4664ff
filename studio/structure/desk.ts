import { ArchiveIcon } from '@sanity/icons/Archive'
import { ArrowRightIcon } from '@sanity/icons/ArrowRight'
import { CogIcon } from '@sanity/icons/Cog'
import { DocumentIcon } from '@sanity/icons/Document'
import { DocumentsIcon } from '@sanity/icons/Documents'
import { DocumentTextIcon } from '@sanity/icons/DocumentText'
import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { RobotIcon } from '@sanity/icons/Robot'
import { TagIcon } from '@sanity/icons/Tag'
import { UsersIcon } from '@sanity/icons/Users'
import type { SortOrderingItem } from 'sanity'
import type { StructureBuilder, StructureResolver } from 'sanity/structure'
import { API_VERSION } from '#studio/schema/api-version.ts'

/** The list of content, in the order in which editors think of the site. */
export const desk: StructureResolver = (S) =>
  S.list()
    .title('Content')
    .items([
      single(S, 'siteSettings', 'Settings').icon(CogIcon),
      S.divider(),
      documents(S, 'page', 'Pages', { field: 'title', direction: 'asc' }).icon(DocumentsIcon),
      plans(S),
      documents(S, 'faqItem', 'FAQ', { field: 'order', direction: 'asc' }).icon(HelpCircleIcon),
      documents(S, 'article', 'Articles', { field: 'date', direction: 'desc' }).icon(DocumentIcon),
      documents(S, 'policy', 'Policies', { field: 'title', direction: 'asc' }).icon(DocumentTextIcon),
      documents(S, 'partner', 'Partners', { field: 'order', direction: 'asc' }).icon(UsersIcon),
      documents(S, 'redirect', 'Redirects', { field: 'from', direction: 'asc' }).icon(ArrowRightIcon),
      earlierTexts(S),
      S.divider(),
      single(S, 'assistant', 'Assistant').icon(RobotIcon),
    ])

const single = (S: StructureBuilder, type: string, title: string) =>
  S.listItem().id(type).title(title).child(S.document().schemaType(type).documentId(type).title(title))

/** All documents of a type, in the order in which the site shows them. */
const documents = (S: StructureBuilder, type: string, title: string, order: SortOrderingItem) =>
  S.listItem()
    .id(type)
    .title(title)
    .schemaType(type)
    .child(S.documentTypeList(type).title(title).defaultOrdering([order]))

const plans = (S: StructureBuilder) =>
  S.listItem()
    .id('plans')
    .title('Plans and prices')
    .icon(TagIcon)
    .child(
      S.list()
        .title('Plans and prices')
        .items([planList(S, 'rate', 'Lead rates'), planList(S, 'bundle', 'Prepaid bundles')]),
    )

const planList = (S: StructureBuilder, kind: string, title: string) =>
  S.listItem()
    .id(kind)
    .title(title)
    .icon(TagIcon)
    .child(
      S.documentList()
        .title(title)
        .schemaType('plan')
        .filter('_type == "plan" && kind == $kind')
        .params({ kind })
        .apiVersion(API_VERSION)
        .defaultOrdering([{ field: 'order', direction: 'asc' }])
        .initialValueTemplates([S.initialValueTemplateItem(`plan-${kind}`)]),
    )

/** Earlier texts of policies and consents, which publishing creates; read-only. */
const earlierTexts = (S: StructureBuilder) =>
  S.listItem()
    .id('earlierTexts')
    .title('Earlier texts')
    .icon(ArchiveIcon)
    .child(
      S.list()
        .title('Earlier texts')
        .items([
          documents(S, 'policyVersion', 'Policies', { field: 'until', direction: 'desc' }),
          documents(S, 'consentVersion', 'Consent wording', { field: 'until', direction: 'desc' }),
        ]),
    )
