"""Rules for French: dates, addresses, national ids, titles, ages and field labels of France, Belgium, Switzerland, Canada."""

import re

from unname.core.document import Role
from unname.detect.languages.shared import (
    ACCOUNTS,
    CAPITAL,
    DATES,
    MONEY,
    PERSON_VALUE,
    WEEKDAY,
    YEAR,
    announced,
    dated,
    field,
    rule,
    vouched,
)
from unname.detect.languages.titled import ListedNames, TitledNames
from unname.detect.rules.rule import Finder

REGIONS = ("FR", "BE", "CH", "CA", "LU")

_MONTH = (
    r"(?:janvier|février|fevrier|mars|avril|mai|juin|juillet|août|aout|septembre|octobre|novembre|décembre|decembre|"
    r"(?:janv|févr?|fevr?|avr|juil|sept|oct|nov|déc|dec)\b\.?)"
)
_DAY = r"\d{1,2}(?:er|ère)?"
_LAW_BEFORE = re.compile(
    r"(?i)\b(?:loi|décret|ordonnance|arrêté|règlement|directive|code|convention)\b[^.\n]{0,30}\s(?:du|de)\s$|"
    r"\b(?:cass|civ|crim|soc|CE|CJUE)\b\.?[^\n]{0,20}$"
)
_dated = dated(_LAW_BEFORE, whole=r"\d{3}")
_STREET = (
    r"(?:rue|avenue|av\.|boulevard|boul\.|bd\.?|blvd|place|pl\.|chemin|ch\.|impasse|allée|allées|quai|route|rte|cours|square|"
    r"passage|sentier|ruelle|villa|résidence|hameau|lieu-dit|faubourg|fbg|esplanade|promenade|montée|côte|rang|cité|clos|"
    r"chaussée|venelle|traverse|rond-point|voie|lotissement)"
)
_STREET_NAME = rf"(?:[ ](?:de|des|du|la|le|les|aux?|en|sur|sous|et|à|Saint|Sainte|St|Ste)(?!\w)|[ ](?:de[ ])?[ldLD]['’]\w[\w'’-]{{0,30}}+|[ ]{CAPITAL}[\w'’.-]{{0,30}}+|[ ]\d{{1,2}}(?=[ ](?:{CAPITAL}|[a-z]))){{1,8}}"
_LOWER_NAME = r"(?:[ ][\w'’.-]{1,30}+){1,5}"
_HOUSE = r"\d{1,5}(?:[ ]?(?:bis|ter|quater)\b|[ ]?[A-Fa-f]\b)?(?:[ ]?[-/][ ]?\d{1,4})?"
_POSTAL = r"(?:(?:[FBL]|CH|FR|BE)[-–])?\d{4,5}|[A-Z]\d[A-Z][ ]?\d[A-Z]\d"
_TOWN = (
    rf"(?:{_POSTAL})[ ]{{1,2}}(?:St\.[ -]|Ste\.[ -])?{CAPITAL}[\w'’-]{{1,30}}+(?:[ -](?:{CAPITAL}[\w'’-]{{1,30}}+|(?:sur|sous|en|les?|la|de|du|des|aux?|d['’]\w+)(?=[ -]))){{0,4}}"
    r"(?:[ ](?:CEDEX|Cedex)(?:[ ]\d{1,2})?)?"
)
_FLAT = (
    r"(?:(?:,[ ]?|[ ])(?:(?:apt|appt|app|appartement|bât|bat|bâtiment|esc|escalier|porte|étage|bureau|boîte|bte|lot|BP|CS)\b\.?[ ]?\w{1,6}|"
    r"\d{1,2}(?:er|e|ème|ᵉ)[ ]étage(?:[ ](?:gauche|droite|face))?|RDC|rez-de-chaussée))"
)
_QUEBEC = rf"{CAPITAL}[\w'’.-]{{1,30}}+(?:[ -]{CAPITAL}[\w'’-]{{1,30}}+){{0,3}}[ ]?\((?:Québec|QC|Ontario|ON|N\.-B\.)\)(?:[ ]{{1,2}}[A-Z]\d[A-Z][ ]?\d[A-Z]\d)?"
_TAIL = rf"{_FLAT}{{0,4}}(?:(?:[ ]?,[ ]?|[ ]|[ ]?[·|–-][ ])(?:{_TOWN}|{_QUEBEC}))?"


def _social(match: re.Match[str]) -> str:
    """A social security number; where it has no key, its form and month are all that can be checked."""
    number = re.sub(r"[\s.]", "", match["x"]).upper()
    if len(number) == 15:
        return vouched("fr.nir")(match) or "announced"
    return "announced"


def _firm(match: re.Match[str]) -> str:
    return vouched("fr.siret", "fr.siren")(match) if len(re.sub(r"\s", "", match["x"])) in (9, 14) else ""


RULES: tuple[Finder, ...] = (
    *DATES,
    rule(
        "date",
        "DATETIME",
        rf"(?i)(?<![\w.,/-])(?:{WEEKDAY})?(?:\d{{1,2}}(?:er)?[ ](?:au|et|ou|[-–])[ ])?{_DAY}[ -]{_MONTH}(?!\w)(?:,?[ -]{YEAR}|[ ]['’]?\d\d(?![\w:h]))?"
        r"(?:(?:,[ ]?|[ ])(?:à[ ])?\d{1,2}[ ]?(?:h|:)[ ]?\d\d)?",
        _dated,
    ),
    rule("month-year", "DATETIME", rf"(?i)(?<!\w)(?:(?:début|fin|mi)[ -])?{_MONTH}(?:[ /-]{_MONTH})?[ ]{YEAR}"),
    rule("season", "DATETIME", rf"(?i)(?<!\w)(?:printemps|été|automne|hiver|noël|pâques|rentrée)[ ](?:de[ ])?{YEAR}"),
    rule("year", "DATETIME", rf"(?i)(?<!\w)(?:en|depuis|année|né(?:e)?[ ]en|dès|jusqu['’]en|promotion)[ ](?P<x>{YEAR})"),
    rule("decade", "DATETIME", r"(?i)(?<!\w)années[ ](?P<x>(?:19|20)?\d0)(?!\d)"),
    rule("time", "DATETIME", r"(?<![\w.,:/-])\d{1,2}[  ]?h(?:[  ]?\d{2})?(?!\w)", anchor="worded"),
    rule("age", "DEM", r"(?i)(?<!\w)(?:âgée?s?|agée?s?)[ ](?:de|d['’]environ)[ ](?P<x>\d{1,3})[ ]?(?:ans?|mois|semaines)\b"),
    rule("age", "DEM", r"(?i)(?<!\w)(?:âge|age)[ ]{0,3}[:=]?[ ]{0,3}(?P<x>\d{1,3})(?!\d|[.,]\d)"),
    rule(
        "age",
        "DEM",
        r"(?i)(?<!\w)(?:patiente?|femme|homme|garçon|fille|fillette|enfant|dame|monsieur|madame|retraitée?|jeune|fils|mari|sœur|frère|mère|père|salariée?|"
        r"étudiante?|résidente?|veuve?f?|j['’]ai|f|h|m|mme|mr?\.?|il[ ]a|elle[ ]a)[ ,(]{1,2}(?:de[ ]|d['’])?(?P<x>\d{1,3})[ ]?ans\b(?![ ](?:de[ ](?:garantie|service|métier|prison)|d['’]ancienneté))",
    ),
    rule(
        "address",
        "LOC",
        rf"(?<![\w.,/-]){_HOUSE}[ ]?,?[ ]{{1,2}}(?i:{_STREET})(?:{_STREET_NAME}){_TAIL}",
        role=Role.DIRECT,
        anchor="worded",
    ),
    rule("address-weak", "LOC", rf"(?<![\w.,/-]){_HOUSE},?[ ](?i:{_STREET}){_LOWER_NAME}(?=[\n,.;)]|$)", role=Role.DIRECT, anchor="worded"),
    # Belgium and Switzerland write the number behind the street.
    rule("address", "LOC", rf"(?<![\w.'’-])(?i:{_STREET})(?:{_STREET_NAME})[ ,]{{1,2}}(?:n[°º][ ]?)?{_HOUSE}(?!\d|[.,]\d|[ ]{CAPITAL}|[ ](?:ans|mois|janvier|mai|juin)){_TAIL}", role=Role.DIRECT),
    rule("street", "LOC", rf"(?<![\w.'’-])(?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Pp]lace|[Cc]hemin|[Ii]mpasse|[Qq]uai)(?:[ ](?:de|des|du|la|le|les|aux?)){{0,2}}(?:[ ](?:d['’]|l['’])?{CAPITAL}[\w'’.-]{{1,30}}+){{1,4}}"),
    rule("postal-city", "LOC", rf"(?<![\w.,/-]){_TOWN}", lambda match: "" if re.match(r"(?:19|20)\d\d\b", match.group()) else "postal-city"),
    rule("po-box", "LOC", rf"(?<!\w)(?:BP|CS|C\.P\.|CP|Case[ ]postale|Boîte[ ]postale)[ ]\d[\d ]{{1,7}}\d(?:[ ]?[,–-]?[ ]{_TOWN})?", role=Role.DIRECT),
    rule(
        "id-number",
        "CODE",
        r"(?<![\w.,/-])(?P<x>[1-478][ .]?\d{2}[ .]?(?:0[1-9]|1[0-2]|[2-9]\d)[ .]?(?:\d{2}|2[AB])[ .]?\d{3}[ .]?\d{3}(?:[ ./]{0,3}\d{2})?)(?![\w.,]?\d)",
        _social,
        anchor="free",
    ),
    rule("id-number", "CODE", r"(?<![\w.,/-])(?P<x>\d{3}[  ]?\d{3}[  ]?\d{3}(?:[  ]?\d{5})?)(?![\w.,]?\d)", _firm, anchor="free"),
    rule("id-number", "CODE", r"(?<![\w.,-])(?P<x>756[. ]?\d{4}[. ]?\d{4}[. ]?\d{2})(?!\w)", lambda match: vouched("ch.ssn")(match) or "announced"),
    rule("id-number", "CODE", r"(?<![\w.,/-])(?P<x>\d{2}[. ]?\d{2}[. ]?\d{2}[- ]?\d{3}[. -]?\d{2})(?![\w.,]?\d)", vouched("be.nn"), anchor="free"),
    rule("ramq", "CODE", r"(?<!\w)[A-Z]{4}[ ]?\d{4}[ ]?\d{4}(?!\w)", anchor="lettered"),
    rule("plate", "CODE", r"(?<![\w-])[A-HJ-NP-TV-Z]{2}[- ]\d{3}[- ][A-HJ-NP-TV-Z]{2}(?![\w-])|(?<![\w-])\d-[A-Z]{3}-\d{3}(?![\w-])"),
    rule("court-file", "CODE", r"(?<!\w)(?:n[°º][ ]?)?(?:RG|R\.G\.|PV|P\.V\.|minute|parquet|rôle)[ :]{0,2}(?:général[ ])?(?:n[°º][ ]?:?[ ]?)?(?P<x>(?:[A-Z][ ])?\d{2,}(?:[/.-]\d{2,}){0,3}(?:[ ][A-Z])?)(?!\w)"),
    announced(
        r"(?:n[°º]|num[ée]ro|num\.|réf(?:érence)?\.?|identifiant|code|matricule)[ ](?:de[ ]|du[ ]|d['’])?(?:la[ ]|l['’])?(?:patient|dossier|client|contrat|compte|adhérent|sécurité[ ]sociale|sécu|"
        r"assuré|allocataire|police|sinistre|facture|commande|ticket|carte|passeport|pièce|CNI|permis|série|suivi|colis|salarié|RPPS|ADELI|FINESS|SIRET|"
        r"SIREN|TVA|fiscal|immatriculation|mandat|séjour|admission|affaire|procédure|demande|réclamation|séquence|examen|accès|badge|lot|prêt|incident|intervention)|"
        r"(?:IPP|NDA|NIP|IEP|RPPS|ADELI|FINESS|NIR|NISS|AVS|NAS|NAM|INSEE|SIRET|SIREN|BIC|IBAN|RIB|Réf|Réf\.|Référence|V/Réf\.?|N/Réf\.?|Nos[ ]réf(?:érences)?\.?|Vos[ ]réf(?:érences)?\.?|"
        r"Matricule|Dossier|Ticket|RUM|ICS|VIN|IMEI|Contrat|Affaire|Commande|Facture|Client|Police|Permis|Passeport|CNI|PIN|Poste|Code[ ]confidentiel)"
    ),
    TitledNames(
        "fr",
        r"(?:(?:[Mm]onsieur|MONSIEUR|M\.|Mr\.?|MM\.|[Mm]adame|MADAME|Mme|Mmes|MME|[Mm]ademoiselle|Mlle|[Dd]octeure?|Dr\.?|Drs|DR|Pr\.?|[Pp]rofesseure?|Me|Maître|Mᵉ|[Cc]onsorts|[ÉE]poux|époux|"
        r"épouse|née?|veuve|IDE|ASH?|[Ff]amille|[Ii]nfirmi(?:er|ère)|[Ss]age-femme|[Cc]olonel|[Cc]apitaine|[Ll]ieutenant|[Bb]rigadi(?:er|ère)|[Aa]djudante?|[Mm]aréchal|[Gg]ardien|Cne|Bgc|Adj|Gav|MDL|[Ff]rère|[Ss]œur|Sr\.)"
        r"(?:[ ](?:le|la)(?=[ ](?:Dr|Pr|[Dd]octeur|[Pp]rofesseur|[Dd]irect|[Jj]uge|[Pp]résident)))?(?:[ ](?:Dr\.?|Pr\.?|[Dd]octeure?|[Pp]rofesseure?|[Jj]uge|[Pp]résidente?|Me|Maître|chef|veuve|Vve)){0,3})",
        "de du des la le les d' van von der den di da del el al ben bin abu y saint st ait aït ould mac",
    ),
    TitledNames(
        "fr",
        r"(?:(?:beau-|belle-|petite?-)?(?:fils|fille|frère|sœur|soeur|mère|père)|mari|épouse|femme|compagn(?:e|on)|conjointe?|neveu|nièce|oncle|tante|cousine?|mamie|papi|voisine?)",
        "de du la le",
        "relative",
    ),
    field("PERSON", r"(?i:nom(?:[ ](?:d['’]usage|de[ ]naissance|et[ ]prénoms?|de[ ]famille|marital|complet))?|prénoms?|patiente?|titulaire|bénéficiaire|demandeu(?:r|se)|assurée?|"
          r"médecin(?:[ ]traitant)?|interlocut(?:eur|rice)|contact|expéditeur|destinataire|signataire|rédact(?:eur|rice))", PERSON_VALUE),
    ListedNames("fr", "de du des la le van von ben"),
    *ACCOUNTS,
    *MONEY,
)  # fmt: skip
"""Every rule for French."""
