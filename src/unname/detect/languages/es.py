"""Rules for Spanish: dates, addresses, national ids, titles, ages and field labels of Spain and Latin America."""

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
from unname.detect.rules.rule import Finder, before

REGIONS = ("ES", "MX", "AR", "CO", "CL", "PE", "UY", "EC")

_MONTH = (
    r"(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre|"
    r"(?:ene|feb|mar|abr|may|jun|jul|ago|sept?|oct|nov|dic)\b\.?)"
)
_OF = r"(?:[ ](?:de[l]?[ ])?|[-/])"
_LAW_BEFORE = re.compile(
    r"(?i)\b(?:ley|decreto|orden|reglamento|directiva|código|resolución|STS|STC|sentencia[ ]del[ ]T\w+)\b[^.\n]{0,30}[,\s](?:de)\s$"
)
_dated = dated(_LAW_BEFORE, whole=r"\d{3}")
_STREET = (
    r"(?:calle|c/|c\.|cl\.|avenida|avda\.?|avd\.?|av\.|plaza|plza\.?|pza\.?|pl\.|paseo|pº|p\.º|pso\.?|camino|cno\.?|carretera|ctra\.?|ronda|rda\.?|"
    r"travesía|trav\.|callejón|glorieta|gta\.|urbanización|urb\.|polígono|pol\.|pasaje|psje\.?|pje\.?|jirón|jr\.|cuesta|carrer|rambla|"
    r"rúa|vía|calzada|calz\.|bulevar|blvd\.?|boulevard|carrera|cra\.?|kra\.?|cr\.|diagonal|dg\.|transversal|tv\.|circuito|privada|priv\.|"
    r"cerrada|prolongación|col\.|barrio|bº|alameda|costanilla|cale)"
)
_STREET_NAME = rf"(?:[ ]?(?:de|del|la|las|el|los|y|e|san|santa|sant|i)(?=[ ])|[ ]?{CAPITAL}[\w'’.-]{{0,30}}+|[ ]\d{{1,3}}(?:[ ]?[A-Z]\b)?(?=[ ](?:de|#|n|[A-Z]))){{1,8}}"
_LOWER_NAME = r"(?:[ ]?[^\W\d_][\w'’.-]{0,30}+)(?:[ ][\w'’.-]{1,30}+){0,4}"
_HOUSE = r"(?:,?[ ]?(?:n[º°.]|nº\.|núm\.?|no\.|#|num\.?)[ ]?|,[ ]?|[ ])(?:\d{1,5}(?:[ ]?[-–/][ ]?\d{1,4}){0,2}(?:[ ]?[A-H]\b|[ ](?:bis|dpdo\.?))?|s/n\b)"
_FLAT = (
    r"(?:(?:,[ ]?|[ ]|[ ]?[-–][ ]?)(?:\d{1,2}[ºª°.](?:[ ]?[-–]?[ ]?(?:[A-Z]\b|\d{1,2}[ºª°]?|izq(?:da|uierda)?\.?|dcha\.?|drcha\.?|derecha|ctro\.?|centro|int(?:erior)?\.?|ext(?:erior)?\.?))?|"
    r"(?:piso|puerta|pta\.?|esc(?:alera)?\.?|bloque|blq\.?|portal|bajo|bajos|ático|entresuelo|dpto\.?|depto\.?|departamento|apto\.?|apartamento|int\.?|interior|torre|casa|"
    r"local|of\.?|oficina|manzana|mz\.?|lote|lt\.?)(?:[ ]?(?:\d{1,4}[ºª°]?[ -]?[A-Z]?\b|[A-Z]\b(?![\w'’])))?))"
)
_TOWN = (
    rf"(?:C\.?P\.?[ ]?)?\d{{4,5}}[ ,]{{1,2}}{CAPITAL}[\w'’-]{{1,30}}+(?:[ ](?:{CAPITAL}[\w'’-]{{1,30}}+|(?:de|del|la|las|el|los|de[ ]la|de[ ]los)(?=[ ]{CAPITAL}))){{0,5}}"
    rf"(?:[ ]?\({CAPITAL}[\w .'’-]{{1,30}}\)|,[ ]{CAPITAL}[\w'’-]{{2,30}}+(?=[.\n;)]|$))?"
)
_COLONIA = rf"(?:,[ ](?:col\.|colonia|fracc\.|urb\.|barrio)[ ](?:{CAPITAL}[\w'’.-]{{0,30}}+[ ]?|(?:de|del|la|las|los)[ ]){{1,5}})"
_TAIL = rf"{_FLAT}{{0,5}}(?i:{_COLONIA})?(?:(?:[ ]?[,.][ ]?|[ ]|[ ]?[·|–-][ ])(?:{_TOWN}))?"


def _national(match: re.Match[str]) -> str:
    compact = re.sub(r"[\s./\-–]", "", match["x"]).upper()
    if vouched("es.nif")(match):
        return "id-number"
    near = re.search(r"(?i)\b(?:DNI|NIF|NIE|CIF|documento|D\.N\.I|N\.I\.[EF])[^\n]{0,14}$", before(match, 30))
    return "announced" if near or re.fullmatch(r"[XYZ]\d{7}[A-Z]|\d{8}[A-HJ-NP-TV-Z]", compact) else ""


def _affiliation(match: re.Match[str]) -> str:
    """A number of affiliation to the social security: province, number, and the rest of both by 97."""
    number = re.sub(r"[\s./-]", "", match["x"])
    body, key = number[:-2], int(number[-2:])
    low = int(body[2:])
    whole = int(body[:2] + str(low)) if low < 10_000_000 else int(body)
    if key in (int(body) % 97, whole % 97):
        return "id-number"
    return (
        "announced"
        if re.search(r"(?i)(?:NASS|NUSS|afiliaci[oó]n|seguridad\ssocial|\bSS\b)[^\n]{0,15}$", before(match, 40))
        else ""
    )


RULES: tuple[Finder, ...] = (
    *DATES,
    rule(
        "date",
        "DATETIME",
        rf"(?i)(?<![\w.,/-])(?:{WEEKDAY})?(?:\d{{1,2}}[ ](?:al|y|a|o|[-–])[ ])?(?:\d{{1,2}}|1[º°ero]{{1,2}})\.?{_OF}{_MONTH}(?!\w)(?:,?{_OF}{YEAR}|{_OF}['’]?\d\d(?![\w:]))?"
        r"(?:(?:,[ ]?|[ ])(?:a[ ]las[ ])?\d{1,2}[:.h]\d\d(?:[ ]?(?:h|hs|horas)\b\.?)?)?",
        _dated,
    ),
    rule("month-year", "DATETIME", rf"(?i)(?<!\w)(?:(?:principios|finales|mediados|inicios)[ ]de[ ])?{_MONTH}(?:[ ]?[/-][ ]?{_MONTH})?,?{_OF}(?:año[ ])?{YEAR}"),
    rule("season", "DATETIME", rf"(?i)(?<!\w)(?:primavera|verano|otoño|invierno|navidad(?:es)?|semana[ ]santa)[ ](?:de[l]?[ ])?{YEAR}"),
    rule("year", "DATETIME", rf"(?i)(?<!\w)(?:en|desde|año|hasta|hacia|nacid[oa][ ]en|promoción)[ ](?:el[ ](?:año[ ])?)?(?P<x>{YEAR})"),
    rule("decade", "DATETIME", r"(?i)(?<!\w)(?:años|década[ ]de(?:[ ]los)?)[ ](?P<x>(?:19|20)?\d0)(?!\d)"),
    rule("time", "DATETIME", r"(?i)(?<![\w.,:/-])\d{1,2}[:.]\d{2}[ ]?(?:h|hs|hrs?|horas)\b\.?", anchor="worded"),
    rule("age", "DEM", r"(?i)(?<!\w)(?:de|tiene|con|cumplió|edad:?|tengo)[ ](?P<x>\d{1,3})[ ]?(?:años|meses|semanas)\b(?:[ ]de[ ]edad)?(?![ ]de[ ](?:evolución|garantía|experiencia|prisión|antigüedad|duración|tratamiento|seguimiento))"),
    rule("age", "DEM", r"(?i)(?<!\w)edad[ ]{0,3}[:=]?[ ]{0,3}(?P<x>\d{1,3})(?!\d|[.,]\d)"),
    rule("age", "DEM", r"(?i)(?<!\w)(?:varón|mujer|niñ[oa]|paciente|hombre|jubilad[oa]|hij[oa]|viud[oa]|señora?)[ ,(]{1,2}(?:de[ ])?(?P<x>\d{1,3})[ ]?a(?:ños)?\b"),
    rule("address", "LOC", rf"(?<![\w.'’])(?i:{_STREET})[ ]?(?:{_STREET_NAME}){_HOUSE}(?!\d|[.,]\d){_TAIL}", role=Role.DIRECT),
    rule("address-weak", "LOC", rf"(?i)(?<![\w.'’])(?:calle|c/|avenida|avda\.?|plaza|paseo)[ ]?{_LOWER_NAME}{_HOUSE}(?!\d|[.,]\d)", role=Role.DIRECT),
    # Bogotá: Carrera 15 # 93-47
    rule("address", "LOC", rf"(?i)(?<![\w.'’])(?:calle|cl\.?|carrera|cra\.?|kra\.?|cr\.?|diagonal|dg\.?|transversal|tv\.?|avenida|av\.?)[ ]\d{{1,3}}[ ]?[a-z]?(?:[ ](?:bis|sur|norte|este|oeste))?[ ]?(?:#|n[º°o]\.?|-)[ ]?\d{{1,3}}[ ]?[a-z]?[ ]?-[ ]?\d{{1,3}}(?-i:{_TAIL})", role=Role.DIRECT),
    rule("street", "LOC", rf"(?<![\w.'’])(?:[Cc]alle|[Aa]venida|[Pp]laza|[Pp]aseo|C/|Avda\.|[Rr]onda|[Cc]arretera)[ ](?:(?:de|del|la|las|los|el)[ ]){{0,3}}{CAPITAL}[\w'’.-]{{1,30}}+(?:[ ](?:(?:de|del|la|las|los)[ ]){{0,2}}{CAPITAL}[\w'’-]{{1,30}}+){{0,3}}"),
    rule("postal-city", "LOC", rf"(?<![\w.,/-]){_TOWN}", lambda match: "" if re.match(r"(?:19|20)\d\d\b", match.group()) else "postal-city"),
    rule("zip", "LOC", r"(?i)(?<!\w)(?:C\.?P\.?|código[ ]postal)[ ]?:?[ ]?(?P<x>\d{4,5})(?!\d)"),
    rule("po-box", "LOC", r"(?i)(?<!\w)(?:apartado(?:[ ]de[ ]correos)?|apdo\.?)[ ]\d{1,6}", role=Role.DIRECT),
    rule("id-number", "CODE", r"(?<![\w.,/-])(?P<x>\d{1,2}[. ]?\d{3}[. ]?\d{3}[ -]?[A-Za-z])(?!\w)", _national, anchor="free"),
    rule("id-number", "CODE", r"(?<![\w.,/-])(?P<x>[A-HJ-NP-SUVWXYZ][ -]?\d{7}[ -]?[\dA-Z])(?!\w)", _national),
    rule("id-number", "CODE", r"(?<![\w.,/-])(?P<x>\d{2}[ /-]?\d{7,8}[ /-]?\d{2})(?![\w.,]?\d)", _affiliation, anchor="free"),
    rule("health-card", "CODE", r"(?<!\w)(?:[A-Z]{4}[ ]?\d{10}|BBBBBBBB\w{8}|[A-Z]{2}\d{10,14}|[A-Z]{4}\d{6}\d{6})(?!\w)", anchor="lettered"),
    rule("id-number", "CODE", r"(?<!\w)(?P<x>[A-Z]{4}\d{6}[HM][A-Z]{5}\w\d|[A-ZÑ&]{3,4}-?\d{6}-?\w{3}|\d{2}-\d{8}-\d)(?!\w)"),
    rule("id-number", "CODE", r"(?<![\w.,/-])(?P<x>\d{1,2}\.\d{3}\.\d{3}(?:-[\dkK])?)(?!\w|[.,]\d)", lambda match: "announced" if re.search(r"(?i)\b(?:DNI|RUT|RUN|C\.?C\.?|C\.?I\.?|cédula|documento|N\.?I\.?[FE])\b[^\n]{0,14}$", before(match, 30)) or "-" in match["x"] else ""),
    rule("plate", "CODE", r"(?<![\w-])\d{4}[- ]?[B-DF-HJ-NP-TV-Z]{3}(?![\w-])"),
    rule("court-file", "CODE", r"(?i)(?<!\w)(?:autos?|procedimiento|diligencias|atestado|sentencia|recurso|expte\.?|expediente|rollo|juicio|causa|denuncia|N\.?I\.?G\.?)[^\n\d]{0,30}(?P<x>\d{1,7}(?:[/.-]\d{2,7}){1,4})(?!\w)"),
    announced(
        r"(?:n[º°.]|n\.º|número|num\.?|núm\.?|ref(?:erencia)?\.?|código|nro\.?)[ ](?:de[ ]|del[ ])?(?:la[ ])?(?:historia|historia[ ]clínica|paciente|expediente|cliente|contrato|cuenta|póliza|afiliación|colegiad[oa]|"
        r"siniestro|factura|pedido|incidencia|ticket|tarjeta|pasaporte|serie|seguimiento|empleado|asegurado|socio|préstamo|atestado|diligencias|caso|teléfono|registro|solicitud|"
        r"seguridad[ ]social|identidad|identificación|reclamación|episodio|petición|estudio|matrícula|bastidor|placa|agente|TIP|usuario|operación|suministro)|"
        r"(?:NHC|H\.?C\.?|Historia(?:[ ]clínica)?|NASS|NUSS|NSS|CIP|CIPA|SIP|TIS|NUHSA|CURP|RFC|CUIL|CUIT|RUT|RUN|DNI|D\.N\.I\.|NIE|NIF|CIF|IMSS|EPS|IBAN|CCC|CBU|CLABE|Ref|Ref\.|Referencia|N/Ref\.?|S/Ref\.?|"
        r"Expediente|Expte\.?|Exp\.?|Póliza|Pasaporte|Matrícula|Ticket|Incidencia|Pedido|Factura|Contrato|Cliente|TIP|Cédula|C\.C\.|NºCol|Nº[ ]?Col\.?|N\.º[ ]?Col\.?|Col\.|Colegiad[oa]|Folio|Bastidor|IMEI|PIN|Ext|Extensión|Episodio|Petición|NIG|Localizador|CUPS)"
    ),
    TitledNames(
        "es",
        r"(?:(?:[Ss]eñor(?:a|ita|es)?|SEÑORA?|Sr(?:a|es|as|ta)?\.?(?:/Sra\.)?|SRA?\.|D\.(?:[ªa]\.?)?|Dª\.?|Dña\.?|DÑA\.|DON|DOÑA|[Dd]on|[Dd]oña|Dr(?:a|es)?\.(?:ª)?|DRA?\.|[Dd]octora?|Prof(?:a|esora?)?\.?|Lic(?:da|do)?\.?|Lcd[oa]\.|Ing\.|Arq\.|Mtr[oa]\.|"
        r"[Ee]nfermer[oa]|[Mm]agistrad[oa]|[Jj]uez(?:a)?|[Aa]bogad[oa]|[Pp]rocuradora?|[Ff]iscal|[Aa]gente|[Ii]nspectora?|[Ss]argento|[Cc]abo|[Cc]apitán|[Tt]eniente|[Pp]adre|[Ss]or|Fdo\.?:?|Firmado:?|[Tt]estigo|DUE|Enf\.)"
        r"(?:[ ](?:D\.(?:[ªa]\.?)?|Dª\.?|Dña\.?|[Dd]on|[Dd]oña|Dr(?:a)?\.|[Ss]r(?:a)?\.|Prof\.|[Jj]uez(?:a)?|[Mm]agistrad[oa])){0,3})",
        "de del la las los el y i e san santa da do dos van von der al bin ben",
    ),
    TitledNames(
        "es",
        r"(?:hij[oa]|herman[oa]|espos[oa]|marido|mujer|sobrin[oa]|madre|padre|niet[oa]|tí[oa]|novi[oa]|suegr[oa]|cuñad[oa]|prim[oa]|yerno|nuera|abuel[oa]|pareja|vecin[oa])",
        "de del la",
        "relative",
    ),
    field("PERSON", r"(?i:nombre(?:[ ]y[ ]apellidos|[ ]completo)?|apellidos?(?:[ ]y[ ]nombres?)?|paciente|titular|beneficiari[oa]|asegurad[oa]|médic[oa](?:[ ]responsable)?|solicitante|"
          r"contacto|remitente|destinatari[oa]|denunciante|firmante|remitido[ ]por|responsable|familiar)", PERSON_VALUE),
    ListedNames("es", "de del la las los y"),
    *ACCOUNTS,
    *MONEY,
)  # fmt: skip
"""Every rule for Spanish."""
