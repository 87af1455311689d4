"""The values of an entry of a menu, by the labels that its form has."""

from __future__ import annotations

from svc_tui.models.conditions import Matcher
from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.menus.menu_tree import RELATIONAL, STATIC
from svc_tui.stores.record.field_paths import places

LINK_TYPES = (
    {"value": STATIC, "text": "An address"},
    {"value": RELATIONAL, "text": "A page of the site"},
)

LEADS_TO_PAGE = Matcher(equals=RELATIONAL)

ENTRY_FIELDS = (
    FieldDescriptor(key="title", required=True, help="The text visitors see in the menu."),
    FieldDescriptor(
        key="link.link_type",
        label="Link to",
        type="select",
        required=True,
        attrs={"items": LINK_TYPES},
    ),
    FieldDescriptor(
        key="link.static",
        label="Address",
        when_not={"link.link_type": LEADS_TO_PAGE},
        help="/path, https://…, mailto:, tel: or #anchor. Leave empty for a heading.",
    ),
    FieldDescriptor(
        key="link.url_node", label="Page", type="menu-page", when={"link.link_type": LEADS_TO_PAGE}
    ),
    FieldDescriptor(key="meta.style", label="Style", help="A style name that the site defines."),
    FieldDescriptor(key="meta.target_bank", label="New tab", type="boolean"),
    FieldDescriptor(key="meta", label="Meta", type="json", help="All values, as a JSON object."),
)
"""Title, link, the two known meta values, then all meta values."""

ENTRY_PLACES = places(ENTRY_FIELDS, ())
"""Their paths in an entry."""
