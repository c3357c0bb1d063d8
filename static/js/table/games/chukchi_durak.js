// Chukchi Durak: six cards each; the trump card is shown and the rest lies aside, out of play.

import { fill, ngettext } from "../i18n.js";
import { durakWith, trumps } from "./durak.js";

const asideLabel = (count) =>
  fill(ngettext("%(count)s card lies aside, out of play", "%(count)s cards lie aside, out of play", count), { count });

export default durakWith((view) => [trumps(view, { stock: view.aside, label: asideLabel(view.aside) })]);
