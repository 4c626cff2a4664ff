import { ArchiveIcon } from '@sanity/icons/Archive'
import { CogIcon } from '@sanity/icons/Cog'
import { RobotIcon } from '@sanity/icons/Robot'
import { TagIcon } from '@sanity/icons/Tag'
import type { SortOrderingItem } from 'sanity'
import type { ListItemBuilder, StructureBuilder, StructureResolver } from 'sanity/structure'
import { API_VERSION } from '#studio/schema/api-version.ts'

export const desk: StructureResolver = (S) =>
  S.list()
    .title('Content')
    .items([
      single(S, 'siteSettings', 'Settings').icon(CogIcon),
      S.divider(),
      documents(S, 'page', 'Pages', { field: 'title', direction: 'asc' }),
      plans(S),
      documents(S, 'faqItem', 'FAQ', { field: 'order', direction: 'asc' }),
      documents(S, 'article', 'Articles', { field: 'date', direction: 'desc' }),
      documents(S, 'policy', 'Policies', { field: 'title', direction: 'asc' }),
      documents(S, 'partner', 'Partners', { field: 'order', direction: 'asc' }),
      documents(S, 'redirect', 'Redirects', { field: 'from', direction: 'asc' }),
      earlierTexts(S),
      S.divider(),
      single(S, 'assistant', 'Assistant').icon(RobotIcon),
    ])

const single = (S: StructureBuilder, type: string, title: string) =>
  S.listItem().id(type).title(title).child(S.document().schemaType(type).documentId(type).title(title))

/** All documents of a type in the site's order. */
const documents = (S: StructureBuilder, type: string, title: string, order: SortOrderingItem) =>
  S.documentTypeListItem(type)
    .title(title)
    .child(S.documentTypeList(type).title(title).defaultOrdering([order]))

const plans = (S: StructureBuilder) =>
  folder(S, 'plans', 'Plans and prices', [
    planList(S, 'rate', 'Lead rates'),
    planList(S, 'bundle', 'Prepaid bundles'),
  ]).icon(TagIcon)

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

/** Earlier texts of policies and consents. Publishing creates them; they are read-only. */
const earlierTexts = (S: StructureBuilder) =>
  folder(S, 'earlierTexts', 'Earlier texts', [
    documents(S, 'policyVersion', 'Policies', { field: 'until', direction: 'desc' }),
    documents(S, 'consentVersion', 'Consent wording', { field: 'until', direction: 'desc' }),
  ]).icon(ArchiveIcon)

const folder = (S: StructureBuilder, id: string, title: string, items: ListItemBuilder[]) =>
  S.listItem().id(id).title(title).child(S.list().title(title).items(items))
